"""What all rule systems share: draws, results, errors, strict parsing, exact chances. Functions, never a base class."""

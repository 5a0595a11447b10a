"""How people come in: links, codes and what they are told of their account."""

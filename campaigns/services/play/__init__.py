"""What happens inside `play()`, the one door through which anything in a campaign changes."""

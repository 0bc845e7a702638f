"""What is paid when a deal is over."""

"""What one commit did to claims, from the two texts alone. Knows no other commit."""

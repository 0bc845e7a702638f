"""What only riichi has: yaku, minipoints, the value of a hand, and who pays it."""

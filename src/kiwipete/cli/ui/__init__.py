"""What commands print: numbers, tables, boards, progress, and what fits a terminal."""

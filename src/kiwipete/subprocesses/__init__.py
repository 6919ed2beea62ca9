"""External programs: processes, their output, and how they end."""

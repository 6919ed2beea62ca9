"""Long counts: split into parts, stored, and counted on any executor."""

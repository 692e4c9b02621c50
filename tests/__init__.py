"""The tests of Aqua Romana, laid out like the source."""

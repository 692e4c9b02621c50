"""What a server promises when something breaks; each promise with a broken server that the test has to notice."""

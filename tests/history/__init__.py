"""Dating of lines seen from the outside: git itself is the judge wherever it has an opinion."""

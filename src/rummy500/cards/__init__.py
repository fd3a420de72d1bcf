"""Cards and melds: faces, bags, pieces, shapes, and finders of melds and lay-offs."""

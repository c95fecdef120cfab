package arrow

// A supply is memory for parts of one kind, allocated many at once: a flow has very many of some. Each piece is twice as large as the one
// before, so that a small flow wastes little.
type supply[T any] struct {
	free []T
	size int // of the last piece
}

// next returns a part that nobody has.
func (s *supply[T]) next() *T {
	const least, most = 2, 128
	if len(s.free) == 0 {
		s.size = min(max(least, 2*s.size), most)
		s.free = make([]T, s.size)
	}
	x := &s.free[0]
	s.free = s.free[1:]
	return x
}

package machine

// byFrame lists what lies in each frame, so that a look at all frames takes a time in proportion to what is in them.
type byFrame struct {
	forks, ready, parked, joins chains
	pending                     [][]token // those that wait at a join, by the numbers in joins
}

func (m *Machine) tokensByFrame() byFrame {
	var at byFrame
	frames := len(m.frames)
	at.forks = chainByFrame(frames, len(m.forks), func(i int) int32 {
		if m.forks[i].node == nil {
			return none
		}
		return m.forks[i].frame
	})
	frameOf := func(tokens []token) func(int) int32 {
		return func(i int) int32 {
			if t := &tokens[i]; m.frames[t.frame].generation == t.generation {
				return t.frame
			}
			return none // it is void
		}
	}
	at.ready, at.parked = chainByFrame(frames, len(m.ready), frameOf(m.ready)), chainByFrame(frames, len(m.parked), frameOf(m.parked))
	var keys []joinKey
	for key, tokens := range m.pendingJoins { // their order is not looked at
		if m.frames[key.frame].generation == key.generation {
			keys, at.pending = append(keys, key), append(at.pending, tokens)
		}
	}
	at.joins = chainByFrame(frames, len(keys), func(i int) int32 { return keys[i].frame })
	return at
}

// chains are lists of numbers, one for each frame.
type chains struct {
	first []int32 // the smallest number of each frame; none where there is none
	next  []int32 // after each number, the next one of its frame
}

// chainByFrame makes lists of the numbers below n, each in the list of its frame; one of the frame none is in no list.
func chainByFrame(frames, n int, frameOf func(i int) int32) chains {
	if n == 0 {
		return chains{}
	}
	slots := make([]int32, frames+n)
	c := chains{first: slots[:frames], next: slots[frames:]}
	for f := range c.first {
		c.first[f] = none
	}
	for i := n - 1; i >= 0; i-- {
		if f := frameOf(i); f != none {
			c.next[i], c.first[f] = c.first[f], int32(i)
		}
	}
	return c
}

// of returns the numbers of a frame, in increasing order.
func (c chains) of(f int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		if c.first == nil {
			return
		}
		for i := c.first[f]; i != none; i = c.next[i] {
			if !yield(i) {
				return
			}
		}
	}
}

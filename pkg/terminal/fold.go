package terminal

import (
	"fmt"
	"slices"
	"time"
)

// A shownLine is a line of a run without its time.
type shownLine struct {
	at     time.Time
	text   string
	like   string // what lines of other rounds are compared by
	enters bool   // it reports that an element was entered
}

// A folder passes lines on, except for rounds that are like the two before them: a loop that polls is shown twice, and then counted.
type folder struct {
	print  func(shownLine)
	recent []shownLine // the last lines that were printed
	round  []shownLine // what repeats; empty: nothing does
	held   []shownLine // the lines of a round that has begun
	rounds int         // whole ones that were left out
	last   time.Time   // when the last of them ended
}

// longestRound is how many lines a round may have.
const longestRound = 30

// add takes the next line.
func (f *folder) add(l shownLine) {
	if len(f.round) > 0 {
		if l.like == f.round[len(f.held)].like {
			f.held = append(f.held, l)
			if len(f.held) == len(f.round) {
				f.rounds, f.last, f.held = f.rounds+1, l.at, f.held[:0]
			}
			return
		}
		f.flush()
	}
	f.pass(l)
	for n := 2; n <= longestRound && 2*n <= len(f.recent); n++ {
		if f.repeats(n) {
			f.round = slices.Clone(f.recent[len(f.recent)-n:])
			return
		}
	}
}

// repeats reports whether the last lines that were printed are like as many before them, and begin with an element.
func (f *folder) repeats(n int) bool {
	end := len(f.recent)
	if !f.recent[end-n].enters {
		return false
	}
	for i := end - 1; i >= end-n; i-- {
		if f.recent[i].like != f.recent[i-n].like {
			return false
		}
	}
	return true
}

func (f *folder) pass(l shownLine) {
	f.print(l)
	if f.recent = append(f.recent, l); len(f.recent) > 4*longestRound {
		f.recent = slices.Clone(f.recent[len(f.recent)-2*longestRound:])
	}
}

// flush prints what was left out: how many rounds, and the lines of one that is not complete.
func (f *folder) flush() {
	held := f.held
	if f.rounds > 0 {
		what := fmt.Sprintf("↻ %d more rounds alike", f.rounds)
		if f.rounds == 1 {
			what = "↻ 1 more round alike"
		}
		f.print(shownLine{at: f.last, text: what})
		f.recent = nil
	}
	f.round, f.held, f.rounds = nil, nil, 0
	for _, l := range held {
		f.pass(l)
	}
}

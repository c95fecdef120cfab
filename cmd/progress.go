package cmd

import (
	"fmt"
	"time"
)

// progress tells on a terminal how far a long piece of work is.
type progress struct {
	app         *app
	what        string
	done, total int
	next        time.Time
	shown       bool
}

// patience is how long a piece of work goes on before progress is shown, and how often it is shown then.
const (
	patience = 2 * time.Second
	pace     = 200 * time.Millisecond
)

func (a *app) progress(what string, total int) *progress {
	p := &progress{app: a, what: what, total: total}
	if a.StderrIsTerminal {
		p.next = a.Now().Add(patience)
	}
	return p
}

func (p *progress) step() {
	p.done++
	if p.next.IsZero() {
		return
	}
	if now := p.app.Now(); now.After(p.next) {
		fmt.Fprintf(p.app.Stderr, "\r%s %d of %d", p.what, p.done, p.total)
		p.next, p.shown = now.Add(pace), true
	}
}

// end removes what was shown.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.app.Stderr, "\r\x1b[K")
	}
}

package rewrite

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What is outside acts on a run, and no run calls it. It implements dialects.Answerer.
type outside struct{}

// Answer implements dialects.Answerer.
func (outside) Answer(any, time.Time) (any, error) {
	return nil, errors.New("it is not called, but makes requests")
}

// bringByEvent lets a worker bring about an occurrence of the target from an event that a node awaits, where the data that comes with it is
// not that of the event, or events are distinguished by their attributes: does is what it does, and selected reports that the target
// selects the data itself.
func (c *Conversion) bringByEvent(w *workflow.Workflow, n *workflow.Node, t *workflow.Trigger, selected bool, to dialects.Occurrence, wish, does string) {
	if t.Event == nil || (t.Data == nil || selected) && len(t.Event.Correlations) == 0 {
		return
	}
	p := dialects.Passage{From: eventAt(n, t), To: to, Apart: len(t.Event.Correlations) > 0}
	apart, with := "", ", with its data"
	if p.Apart {
		apart = ", if its attributes are those that the run waits for"
	}
	switch {
	case t.Data == nil:
		p.Attributes = attributesOf(t.Event)
		with += " and, as members of it, its attributes " + strings.Join(p.Attributes, ", ")
	case !selected:
		p.Data = t.Data
		with = ", with " + meaningText(t.Data) + " of it as the data"
	}
	if to.Member != "" {
		with += fmt.Sprintf(", and {%q: %q}", to.Member, t.Event.Type)
	}
	c.bringAbout(w, n, p, wish, fmt.Sprintf("%s when the event %q arrives%s%s", does, t.Event.Type, apart, with))
}

// bringAbout notes that a worker makes an occurrence of the target of one of the source, and how. Its name begins with a wish.
func (c *Conversion) bringAbout(w *workflow.Workflow, n *workflow.Node, p dialects.Passage, wish, how string) {
	known := -1
	for _, i := range c.passagesTo(p.To.Name, p.From.At) {
		if o := &c.Raised.Occurrences[i]; o.From == p.From && o.To == p.To {
			if known = i; o.By != "" {
				return
			}
		}
	}
	p.By = c.StandIn(w, n.Element, slug(wish), how)
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = outside{}
	if known < 0 {
		c.Raised.Occurrences = append(c.Raised.Occurrences, p)
		return
	}
	c.Raised.Occurrences[known] = p
}

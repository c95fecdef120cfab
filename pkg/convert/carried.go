package convert

import (
	"bytes"
	"slices"

	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A carrier finds the hints that a conversion back needs.
type carrier struct {
	all     []dialects.Dialect
	to      dialects.Dialect
	hints   *source.Node // that the source carries
	raised  *dialects.Raised
	options dialects.Raising
}

// collect returns the hints for the dialect of the source, and those of others that it carries. Parts that are restored, and become the
// source again, need none.
func (c *carrier) collect(from dialects.Dialect, bare *workflow.Program) *source.Node {
	carried := dialects.NewObject()
	w := &returnTrip{from: from, to: c.to, program: bare, raised: c.raised, options: c.options, converted: c.hints != nil, exact: true}
	if x := w.hints(); len(x.Members) > 0 && !c.returns(from, bare) {
		dialects.Put(carried, from.Name(), x)
	}
	if c.hints.Member(c.to.Name()) != nil && len(carried.Members) == 0 {
		return carried
	}
	for _, m := range members(c.hints) {
		if m.Key != c.to.Name() && m.Key != from.Name() {
			dialects.Put(carried, m.Key, c.renew(m, bare))
		}
	}
	return carried
}

// renew returns the hints for another dialect, made for what is written now instead of for what they were written for.
func (c *carrier) renew(held source.Member, bare *workflow.Program) *source.Node {
	other := dialects.Named(c.all, held.Key)
	if other == nil {
		return held.Value
	}
	r := raise(other, bare, dialects.Raising{Format: source.JSON, Resource: c.options.Resource})
	takeBack(other, r, held.Value, dialects.Raising{Format: source.JSON})
	p, err := Read(other, r.Definitions, source.JSON, dialects.Options{})
	if err != nil || len(p.Workflows) == 0 {
		return held.Value
	}
	w := &returnTrip{from: other, to: c.to, program: p, raised: c.raised, options: c.options, exact: harmless(r.Losses)}
	out := w.hints()
	for _, m := range members(held.Value) {
		kept := hints.KeptBy(m.Value)
		switch x := out.Member(m.Key); {
		case w.made == nil:
			return held.Value
		case kept == nil:
		case x == nil:
			dialects.Put(out, m.Key, kept)
		case hints.KeptBy(x.Value) == nil:
			x.Value.Members = append(x.Value.Members, kept.Members...)
		}
	}
	return out
}

// returns reports whether what is written came from its own dialect through one other, and becomes the source again when it is
// converted through that one.
func (c *carrier) returns(from dialects.Dialect, bare *workflow.Program) bool {
	if c.hints.Member(c.to.Name()) == nil || len(c.hints.Members) != 2 {
		return false
	}
	var by dialects.Dialect
	for _, m := range c.hints.Members {
		if m.Key != c.to.Name() {
			by = dialects.Named(c.all, m.Key)
		}
	}
	o := dialects.Raising{Format: source.JSON, Settings: c.options.Settings, Resource: c.options.Resource}
	p, err := Read(c.to, c.raised.Definitions, c.options.Format, dialects.Options{Settings: o.Settings})
	if err != nil || by == nil {
		return false
	}
	between, err := Read(by, raise(by, p, o).Definitions, o.Format, dialects.Options{})
	if err != nil || len(between.Workflows) == 0 {
		return false
	}
	again, own := raise(from, between, o).Definitions, raise(from, bare, o).Definitions
	return slices.EqualFunc(again, own, func(a, b dialects.Printed) bool { return bytes.Equal(unspaced(a.Text), unspaced(b.Text)) })
}

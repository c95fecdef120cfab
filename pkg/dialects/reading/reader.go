// Package reading has what the readers of all dialects share that are written as JSON or YAML: it takes objects apart by a
// table of their fields, reads plain values, and reports what is not as the table has it.
package reading

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Rules are the rules of a dialect that its reader applies by itself.
type Rules struct {
	WrongType, UnknownField, MisplacedField *diag.Rule
}

// An Answer is what a dialect decides about a member before its table of fields is asked.
type Answer uint8

// The answers.
const (
	Ask   Answer = iota // the table decides
	Take                // the member is read
	Leave               // the member is not read; what is wrong with it was reported
)

// A Reader reads one file.
type Reader struct {
	dialects.Findings
	Words *Vocabulary
	Rules Rules
	// Owner is the object whose fields are being read.
	Owner Owner
	// Without are the marks of fields that are not suggested, and Hidden the places that are not named.
	Without Marks
	Hidden  Place
	// Decide is asked about each member first; the field is nil where the table has none of its name. It is nil for a dialect without
	// exceptions.
	Decide func(m *source.Member, f *Field) Answer
	// Explain completes the finding about a member that belongs to another place. It may be nil.
	Explain func(d *diag.Diagnostic, m *source.Member)
	// Opaque reports whether a value of another kind than expected stands for one that is not known here, so that nothing is
	// wrong with it. It may be nil.
	Opaque func(n *source.Node, subject string) bool

	depth int // of objects in one another
}

// maxDepth is how many objects in one another are read. No text has more, but YAML aliases can nest further.
const maxDepth = 1000

// An Owner is an object whose fields are being read.
type Owner struct {
	In Place
	// Of is the named part of a definition that the object is, if Itself is set, and else that it lies in; or nil.
	Of     fmt.Stringer
	Itself bool
	// Extra receives the members that nobody took. It may be nil.
	Extra *[]*source.Member
	// Node is the object. [Reader.Object] and [Reader.Within] set it.
	Node *source.Node
}

// A Label names a part of a definition in messages.
type Label string

// String returns the label.
func (l Label) String() string { return string(l) }

// Subject names the owner in messages: `a retrier of state "A"`.
func (r *Reader) Subject() string { return r.subject(&r.Owner) }

func (r *Reader) subject(o *Owner) string {
	switch {
	case o.Of == nil:
		return r.Words.Name(o.In)
	case o.Itself:
		return o.Of.String()
	default:
		return r.Words.Name(o.In) + " of " + o.Of.String()
	}
}

// Object reads the members of an object. Those of fields that it may have are given to take, which answers whether it took
// them; all others become extra. An unknown field that can only be a misspelling of one that is not there is reported, and
// then read as that one, so that one mistake is one finding. A node that is not an object is reported, and the answer is
// false.
func (r *Reader) Object(n *source.Node, o Owner, take func(m *source.Member) bool) bool {
	if n.Kind != source.Object {
		r.WrongKind(n, r.subject(&o), "an object")
		return false
	}
	if r.depth >= maxDepth {
		return false
	}
	outer := r.enter(n, o)
	for m := range n.EachLastMember {
		if !r.member(m, take) && o.Extra != nil {
			*o.Extra = append(*o.Extra, m)
		}
	}
	r.leave(outer)
	return true
}

// Within makes an object the owner of what is read meanwhile.
func (r *Reader) Within(n *source.Node, o Owner, read func()) {
	outer := r.enter(n, o)
	read()
	r.leave(outer)
}

// enter makes an object the owner of what is read until leave is called with the owner that enter returns.
func (r *Reader) enter(n *source.Node, o Owner) (outer Owner) {
	outer = r.Owner
	o.Node = n
	r.Owner = o
	r.depth++
	return outer
}

func (r *Reader) leave(outer Owner) {
	r.depth--
	r.Owner = outer
}

// member reads a member of the owner and reports whether it was taken.
func (r *Reader) member(m *source.Member, take func(m *source.Member) bool) bool {
	f := r.Words.Field(m.Key)
	if f != nil && f.Local && f.In&r.Owner.In == 0 {
		f = nil
	}
	if r.Decide != nil {
		switch r.Decide(m, f) {
		case Take:
			return take(m)
		case Leave:
			return false
		}
	}
	switch {
	case f != nil && f.In&r.Owner.In != 0:
		return take(m)
	case r.swallowed(m):
		return false
	case f != nil:
		r.misplaced(m, f)
		return false
	default:
		return r.unknown(m, take)
	}
}

// swallowed reports whether a member most likely belongs to another object whose bracket is missing, which was reported.
func (r *Reader) swallowed(m *source.Member) bool {
	return r.File.Incomplete && (m.Value.Kind == source.Object || m.Value.Kind == source.Array)
}

func (r *Reader) misplaced(m *source.Member, f *Field) {
	d := r.Add(r.Rules.MisplacedField, m.KeySpan, "%s cannot have the field %s", r.Subject(), dialects.Quote(m.Key))
	d.Help = "move it to " + r.Words.List(f.In&^r.Hidden)
	if r.Explain != nil {
		r.Explain(d, m)
	}
}

// unknown reports an unknown field, and reads it as the one that was meant if that is sure. Where engines pass over unknown
// fields, so that the finding is a warning, only a field that has to be there or is vital is read so, and the finding is an error.
func (r *Reader) unknown(m *source.Member, take func(m *source.Member) bool) bool {
	at := len(r.List)
	d, g := r.UnknownField(m, r.Words.Names(r.Owner.In, r.Without))
	if !g.Sure {
		return false
	}
	if f := r.Words.Field(g.Name); (f.Must|f.Vital)&r.Owner.In != 0 {
		d.Severity = diag.Error
	}
	meant := &source.Member{Key: g.Name, KeySpan: m.KeySpan, Value: m.Value}
	if d.Severity != diag.Error {
		r.Suspect(r.Owner.Node, g.Name)
		return false
	}
	if !r.Misspelt(r.Owner.Node, meant) {
		return false
	}
	if take(meant) {
		return true
	}
	r.List = r.List[:at+1] // the value fits another field as little as this one
	return false
}

// UnknownField reports a member that the dialect does not know, and returns which of the candidates was most likely meant.
func (r *Reader) UnknownField(m *source.Member, candidates []string) (*diag.Diagnostic, dialects.Guess) {
	d := r.Add(r.Rules.UnknownField, m.KeySpan, "%s has an unknown field %s", r.Subject(), dialects.Quote(m.Key))
	return d, r.SuggestKey(d, m.Key, candidates)
}

// SuggestKey suggests the key that was meant, and offers to write it if it is not there yet. Only then the guess is sure.
func (r *Reader) SuggestKey(d *diag.Diagnostic, key string, candidates []string) dialects.Guess {
	const most = 1_000 // members that are looked through for each key
	g := r.Guess(key, candidates)
	n := r.Owner.Node
	g.Sure = g.Sure && len(n.Members) <= most && n.Member(g.Name) == nil
	r.Suggest(d, g)
	return g
}

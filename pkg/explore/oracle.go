package explore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Decision is an answer that was assumed.
type Decision struct {
	Condition expr.Expr // nil where no expression asks
	Question  string    // in its place, or of what is Written
	Holds     bool
	Written   bool // the question is what a constant is that was written
}

// String returns the decision for people: `$.total < 500 is false`.
func (d Decision) String() string {
	what := d.Question
	if d.Written {
		return what
	}
	if d.Condition != nil {
		what = textOf(d.Condition)
	}
	return fmt.Sprintf("%s is %t", what, d.Holds)
}

// fact is a known answer.
type fact struct {
	condition *condition
	holds     bool
}

// mostFacts bounds what is known of a document; beyond it, all is forgotten.
const mostFacts = 24

// oracle answers the machine. Its answers follow a script as far as that goes, and are true from there on.
type oracle struct {
	retries    int
	free       bool                     // nothing is known of documents
	data       bool                     // the members of documents are followed, and reads of what is missing fail
	variables  map[string]bool          // data: those that are assigned somewhere
	trees      map[*value.Object]any    // data: the documents of which members are known
	texts      map[*value.Object]string // data: by what they are known
	unwritten  []*Unwritten             // data: what was read since begin that nothing has written
	conditions map[expr.Expr]*condition // nil for those that depend on more than the document
	known      map[string]*value.Object // documents by what is known of them
	facts      map[*value.Object][]fact
	numbers    map[*value.Object]int
	unknown    *value.Object // of which nothing is known
	solved     map[string]bool
	left       int // conditions that may still be evaluated

	constants bool                            // what is written into documents is known
	members   map[*value.Object]*value.Object // the documents that a definition writes out, with what is known of their members
	values    map[string]*condition           // that members have values; nil for those that nothing asks for
	asking    []*condition                    // all conditions that look at documents

	useless map[*condition]bool // nothing that is asked later has to do with them
	options map[*workflow.Node]*options

	script   []int
	answers  []answer   // the questions since begin that had several answers
	asked    []Decision // the same, for people
	learning map[*value.Object][]fact
}

func newOracle(retries int) *oracle {
	o := &oracle{retries: retries, conditions: map[expr.Expr]*condition{}, known: map[string]*value.Object{}, facts: map[*value.Object][]fact{},
		numbers: map[*value.Object]int{}, solved: map[string]bool{}, left: mostEvaluated, useless: map[*condition]bool{},
		trees: map[*value.Object]any{}, texts: map[*value.Object]string{},
		members: map[*value.Object]*value.Object{}, values: map[string]*condition{}}
	o.unknown = value.ObjectOf(value.Member{Key: "unknown"}) // with a member: an empty object merges into nothing
	return o
}

// answer is which of several answers was given to a question.
type answer struct{ chosen, of int }

// begin makes the oracle answer by a script: which of the answers is given to each question that has several. To those after its end the
// first one is.
func (o *oracle) begin(script []int) {
	o.script, o.answers, o.asked, o.learning, o.unwritten = script, nil, nil, nil, nil
}

// pick returns which of several answers is given.
func (o *oracle) pick(of int) int {
	a := answer{0, of}
	if i := len(o.answers); i < len(o.script) {
		a.chosen = o.script[i]
	}
	o.answers = append(o.answers, a)
	return a.chosen
}

func (o *oracle) decide(d Decision) bool {
	d.Holds = o.pick(2) == 0
	o.asked = append(o.asked, d)
	return d.Holds
}

// Unknown implements [machine.Oracle].
func (o *oracle) Unknown(question string) bool { return o.decide(Decision{Question: question}) }

// Holds implements [machine.Oracle].
func (o *oracle) Holds(x expr.Expr, doc any, isSet func(name string) bool) (bool, error) {
	if l, ok := x.(*expr.Literal); ok {
		return expr.Truthy(l.Value), nil
	}
	if err := o.checkReads(x, doc, isSet); err != nil {
		return false, err
	}
	c := o.condition(x)
	if c == nil || o.free && len(c.reads) > 0 {
		return o.decide(Decision{Condition: x}), nil
	}
	at, _ := doc.(*value.Object)
	facts := append(slices.Clone(o.facts[at]), o.learning[at]...)
	yes, no := o.possible(at, facts, c, true), o.possible(at, facts, c, false)
	holds := yes
	if yes == no { // both, or neither where facts contradict what cannot be tried
		holds = o.decide(Decision{Condition: x})
	}
	o.learn(at, fact{c, holds})
	return holds, nil
}

func (o *oracle) learn(at *value.Object, f fact) {
	if at == nil || len(o.learning[at]) > mostFacts {
		return
	}
	if o.learning == nil {
		o.learning = map[*value.Object][]fact{}
	}
	o.learning[at] = append(o.learning[at], f)
}

func (o *oracle) condition(x expr.Expr) *condition {
	c, seen := o.conditions[x]
	if !seen {
		if c = conditionOf(x); c != nil {
			c.id = len(o.conditions) + 1
		}
		o.conditions[x] = c
	}
	return c
}

// possible reports whether a condition on a document may have an answer beside what is known.
func (o *oracle) possible(at *value.Object, facts []fact, c *condition, holds bool) bool {
	all := []fact{{c, holds}}
	for _, f := range facts {
		if related(f.condition, c) {
			all = append(all, f)
		}
	}
	if len(all) > mostConditions {
		return true
	}
	key := keyOf(all)
	tree := o.trees[at]
	if tree != nil {
		key += o.texts[at]
	}
	if known, ok := o.solved[key]; ok {
		return known
	}
	conditions, answers := make([]*condition, len(all)), make([]bool, len(all))
	for i, f := range all {
		conditions[i], answers[i] = f.condition, f.holds
	}
	is := possible(conditions, answers, tree, &o.left)
	o.solved[key] = is
	return is
}

// related reports whether two conditions look at a common part of the document.
func related(a, b *condition) bool {
	for _, x := range a.reads {
		for _, y := range b.reads {
			n := min(len(x), len(y))
			if slices.Equal(x[:n], y[:n]) {
				return true
			}
		}
	}
	return a == b
}

// keyOf names a set of facts, whose order is changed.
func keyOf(facts []fact) string {
	var b strings.Builder
	slices.SortStableFunc(facts, func(x, y fact) int { return x.condition.id - y.condition.id })
	for _, f := range facts {
		fmt.Fprintf(&b, "%d%t ", f.condition.id, f.holds)
	}
	return b.String()
}

// Learned implements [machine.Oracle].
func (o *oracle) Learned(doc any) any {
	at, ok := doc.(*value.Object)
	if !ok || len(o.learning[at]) == 0 {
		return doc
	}
	all := slices.Clone(o.facts[at])
	for _, f := range o.learning[at] {
		if !o.useless[f.condition] && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return o.documentOf(all, o.trees[at])
}

// documentOf returns the document of which something is known: facts, and the tree of its members, which is nil where they are not known.
func (o *oracle) documentOf(facts []fact, tree any) *value.Object {
	if len(facts) > mostFacts {
		facts = nil
	}
	text := ""
	if _, object := tree.(*value.Object); object {
		if b, ok := textOfKnown(nil, tree, 0); ok {
			text = string(b)
		}
	}
	if len(facts) == 0 && text == "" {
		return o.unknown
	}
	key := keyOf(facts) + text
	doc := o.known[key]
	if doc == nil {
		doc = value.ObjectOf(value.Member{Key: "unknown"})
		o.known[key], o.facts[doc], o.numbers[doc] = doc, facts, len(o.known)+1
		if text != "" {
			o.trees[doc], o.texts[doc] = tree, text
		}
	}
	return doc
}

// number tells documents apart by what is known of them.
func (o *oracle) number(doc any) int {
	at, _ := doc.(*value.Object)
	return o.numbers[at]
}

// Anything implements [machine.Oracle].
func (o *oracle) Anything() any { return o.unknown }

// Value implements [machine.Oracle].
func (o *oracle) Value(x expr.Expr, doc any, isSet func(name string) bool) (any, error) {
	switch x := x.(type) {
	case *expr.Path:
		if x.Root == expr.RootInput && len(x.Steps) == 0 {
			return doc, nil
		}
	case *expr.Literal:
		if _, object := x.Value.(*value.Object); !object || !o.data && !o.constants {
			return x.Value, nil
		}
	}
	if o.constants && !o.data {
		return o.made(x), nil
	}
	if !o.data {
		return o.unknown, nil
	}
	v, err := (&reader{o.seen(isSet)}).value(x, o.treeOf(doc))
	if err != nil {
		return nil, o.noteUnwritten(err)
	}
	return o.documentOf(nil, v), nil
}

// Combine implements [machine.Oracle]. What is known of other parts of a document stays known.
func (o *oracle) Combine(c *workflow.Combine, doc, answer any) any {
	if c.Mode == workflow.Drop {
		return doc
	}
	at, _ := doc.(*value.Object)
	var tree any
	if known, object := o.trees[at].(*value.Object); object {
		tree = combined(c, known, o.treeOf(answer))
	}
	if at == nil {
		return o.documentOf(nil, tree)
	}
	return o.documentOf(o.after(c, at, answer), tree)
}

// Retries implements [machine.Oracle].
func (o *oracle) Retries(limit int) int { return min(limit, o.retries) }

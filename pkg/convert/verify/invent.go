package verify

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Invent generates runs of a program: inputs and answers whose members are the values that its
// conditions compare, on either side of the constants they compare with; failures with the names that it handles; tasks that never
// answer where there is a timeout; and occurrences for everything that it awaits. The same chance generates the same runs.
//
// Answers are objects, which every dialect takes, or lists where the definition iterates over them, and no two tasks end at the same
// instant.
func Invent(p *workflow.Program, base run.Options, runs int, random Chance) []run.Options {
	v := newInventor(dialects.Domain{}, p, base, random)
	var out []run.Options
	for i := range runs {
		v.aim(i)
		out = append(out, v.generateRun(base))
	}
	return out
}

// InventWithin generates runs whose data is as a domain assumes it: where fields have the types that they are compared with, each field
// that a condition looks at is there; where answers do not overwrite parts of objects, no object is in several parts. Beside runs as of
// [Invent] some have little data and take no time: in these most of what a lossy conversion does differently does not show.
func InventWithin(d dialects.Domain, p *workflow.Program, base run.Options, runs int, random Chance) []run.Options {
	v := newInventor(d, p, base, random)
	var out []run.Options
	for i := range runs {
		if k, ok := littleTurn(i); ok {
			out = append(out, v.generateLittle(base, k))
			continue
		}
		v.aim(i)
		out = append(out, v.generateRun(base))
	}
	return out
}

// Chance decides what is generated. A *rand.Rand is one.
type Chance interface {
	// Intn returns a number from 0 on that is less than n.
	Intn(n int) int
	// Float64 returns a number from 0 on that is less than 1.
	Float64() float64
}

// An inventor generates runs of a program.
type inventor struct {
	random  Chance
	program *workflow.Program
	facts   []fact
	factAt  map[string]int // by path
	// memberAt are the first facts about the members of the document, or of parts of those, by their names.
	memberAt map[string]int
	asked    map[string]bool // the paths to objects of which members are compared
	// indexedAt are the indexes of what is read of items of lists, by the paths as text.
	indexedAt map[string]int
	guards    []expr.Expr
	states    []*workflow.Node // in which entities begin
	now       time.Time
	tasks     []invented
	taskAt    map[string]int // by name
	marks     []string       // of the tasks: the member by which an answer differs from those of others
	awaits    []run.Occurrence
	domain    dialects.Domain
	answered  map[string]bool       // the members at which answers are put
	caught    []string              // the members in which handlers put errors
	gathered  []string              // the members in which parts put what is made of their results
	indexed   []indexed             // what is read of items of lists
	passedOn  []passedOn            // what is read of the results of branches, and comes from before their last steps
	besides   int                   // how many tasks and waits run at the same time as others
	parts     map[string]*expr.Path // of the document that variables have; nil of those that have something else
	beside    map[string]int        // from 1, of such waits, and of the types of events all of which have to come
	// guard is the condition that a run aims at, if there is one, and want whether it should hold.
	guard expr.Expr
	want  bool
	// inputs are parts of the input, and eventReads parts of the data of events by their types, that get to other places of the document.
	inputs []fact
	// inputLists are inputs of a definition that iterates over its whole input.
	inputLists []any
	eventReads map[string][]fact
	// documents are those that the answers of a run with many tasks have parts of.
	documents []*value.Object
}

func newInventor(d dialects.Domain, p *workflow.Program, base run.Options, random Chance) *inventor {
	v := &inventor{random: random, program: p, now: base.Start, domain: d, beside: map[string]int{}, eventReads: map[string][]fact{},
		taskAt: map[string]int{}, factAt: map[string]int{}, answered: map[string]bool{}, indexedAt: map[string]int{}}
	v.study()
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			v.caught = append(v.caught, handledMembers(n)...)
			if place, placed := placeOfAnswer(n); placed && n.Kind == workflow.Scope && len(place) == 1 {
				v.gathered = append(v.gathered, place[0].Name)
			}
		}
	}
	for i := range v.tasks {
		for _, place := range v.tasks[i].places {
			if len(place) == 1 {
				v.answered[place[0].Name] = true
			}
		}
	}
	slices.Sort(v.caught)
	v.caught = slices.Compact(v.caught)
	return v
}

// aim makes a run drive one side of a condition: each in turn, and each fourth run none.
func (v *inventor) aim(i int) {
	v.guard = nil
	if len(v.guards) > 0 && i%4 != 3 {
		i -= i / 4
		v.guard, v.want = v.guards[i/2%len(v.guards)], i%2 == 0
	}
}

// generateRun generates one run.
func (v *inventor) generateRun(base run.Options) run.Options {
	o := base
	document := v.object([]float64{0.7, 1, 1}[v.random.Intn(3)], "made")
	o.Input, o.Stubs, o.Occurrences = v.free(v.withReads(withoutVariables(document), v.inputs, document)), nil, nil
	if len(v.inputLists) > 0 && v.random.Intn(8) > 0 {
		o.Input = v.inputLists[v.random.Intn(len(v.inputLists))]
	}
	v.documents = nil
	for i := range v.tasks {
		t := &v.tasks[i]
		s := run.Stub{Name: t.name}
		for k := range 2 + v.random.Intn(3) {
			mark := v.marks[i]
			if t.twice && k > 0 { // each call of it has a member of its own
				mark += fmt.Sprintf("-%d", k+1)
			}
			s.Replies = append(s.Replies, v.reply(t, mark))
		}
		o.Stubs = append(o.Stubs, s)
	}
	if len(v.states) > 0 && v.random.Intn(4) > 0 {
		for _, x := range v.requestPath() {
			o.Occurrences = append(o.Occurrences, v.occurrence(x))
		}
		return o
	}
	for range min(len(v.awaits)*2, 12) {
		if x := v.awaits[v.random.Intn(len(v.awaits))]; v.random.Intn(10) > 0 {
			o.Occurrences = append(o.Occurrences, v.occurrence(x))
		}
	}
	return o
}

// withReads returns data with the parts that get to other places of a document, as the document has them there.
func (v *inventor) withReads(data *value.Object, reads []fact, document *value.Object) *value.Object {
	if len(reads) == 0 {
		return data
	}
	data = data.Clone()
	for _, f := range reads {
		v.put(data, v.compared(f, document))
	}
	return data
}

// free takes the objects out of an input that are at the places of answers, where answers do not overwrite parts of objects, and the members
// in which errors are put.
func (v *inventor) free(input *value.Object) *value.Object {
	if !v.domain.Disjoint {
		return input
	}
	input = v.withoutPut(input)
	for _, name := range v.placed(input) {
		input = input.Without(name)
	}
	return input
}

// placed are the members of some data that are objects, and at which answers are put.
func (v *inventor) placed(data *value.Object) []string {
	var out []string
	for key, x := range data.All() {
		if _, isObject := x.(*value.Object); isObject && v.answered[key] {
			out = append(out, key)
		}
	}
	return out
}

// withoutErrors takes the members out of an input or an answer in which handlers put errors, where they are not there before.
func (v *inventor) withoutErrors(data *value.Object) *value.Object {
	if v.domain.Disjoint {
		for _, key := range v.caught {
			data = data.Without(key)
		}
	}
	return data
}

// requestPath returns requests for the transitions of an entity along a path from one state to another.
func (v *inventor) requestPath() []run.Occurrence {
	const most = 12
	var out []run.Occurrence
	at := v.states[v.random.Intn(len(v.states))]
	for range most {
		if at == nil || at.Kind != workflow.State || len(at.Out) == 0 {
			break
		}
		e := at.Out[v.random.Intn(len(at.Out))]
		if e.Kind == workflow.Manual {
			out = append(out, run.Occurrence{Kind: "transition", Node: e.Name})
		}
		at = e.Target()
	}
	return out
}

// occurrence generates the data of an occurrence. The attributes of one event in ten are others than those of the rest.
func (v *inventor) occurrence(x run.Occurrence) run.Occurrence {
	document := v.object(0.6, "sent")
	data := v.withReads(withoutVariables(document), v.eventReads[text(x.Value, "type")], document)
	if at := v.beside[cmp.Or(x.Node, text(x.Value, "type"))]; at > 0 && v.domain.Disjoint { // each member comes to one of them
		o := v.share(data, at-1)
		o.Set(fmt.Sprintf("sent%d", at), int64(v.random.Intn(100)))
		data = o
	}
	if x.Kind != "event" {
		x.Value = data
		return x
	}
	given := x.Value.(*value.Object)
	e := given.Clone()
	for key, attribute := range given.All() {
		if attribute == "a" && v.random.Intn(10) == 0 {
			e.Set(key, "b")
		}
	}
	e.Set("data", data)
	x.Value = e
	return x
}

// object generates an object that contains each of the values that conditions compare with a likelihood, and a mark. It is one with which
// the condition that the run aims at holds, or does not, if some tries find one.
func (v *inventor) object(likely float64, mark string) *value.Object {
	const tries = 24
	if v.domain.Typed {
		likely = 1
	}
	for i := 0; v.guard != nil && i < tries; i++ {
		o := v.draw(likely, mark)
		if holds, err := expr.Holds(v.guard, &expr.Env{Input: o, Now: v.now, Lookup: v.lookup(o)}); err == nil && holds == v.want {
			return o
		}
	}
	return v.draw(likely, mark)
}

func (v *inventor) draw(likely float64, mark string) *value.Object {
	root := value.NewObject(0)
	for _, f := range v.facts {
		if v.random.Float64() <= likely && !v.omits(f) {
			v.put(root, f)
		}
	}
	if !v.domain.Disjoint { // parts of one object, which answers overwrite in part
		part := value.NewObject(0)
		for _, name := range []string{"x", "y", "z"} {
			if v.random.Intn(2) == 0 {
				part.Set(name, int64(v.random.Intn(100)))
			}
		}
		root.Set("part", part)
	}
	root.Set([]string{"note", mark, mark}[v.random.Intn(3)], int64(v.random.Intn(100)))
	return root
}

// omits decides that an object lacks what a condition asks for.
func (v *inventor) omits(f fact) bool { return f.optional && v.random.Intn(3) == 0 }

// put sets one of the values of a fact.
func (v *inventor) put(root *value.Object, f fact) {
	setAt(root, f.steps, f.values[v.random.Intn(len(f.values))])
}

// setAt sets a value at a path of members. What is on the way is copied.
func setAt(root *value.Object, steps []expr.Step, x any) {
	at := root
	for _, s := range steps[:len(steps)-1] {
		inner, ok := at.Get(s.Name).(*value.Object)
		if !ok {
			inner = value.NewObject(0)
		} else {
			inner = inner.Clone()
		}
		at.Set(s.Name, inner)
		at = inner
	}
	at.Set(steps[len(steps)-1].Name, x)
}

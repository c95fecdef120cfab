package scenario

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Scenario describes how a definition is to be run, and what should come of it.
type Scenario struct {
	Name        string
	Workflow    string            // the path of the definition, relative to the scenario
	With        []string          // of further definitions that it may call
	Settings    map[string]string // the options of dialects that it sets, by name
	Start       time.Time
	HasStart    bool
	Input       any
	HasInput    bool
	Stubs       []run.Stub
	Occurrences []run.Occurrence
	// Buckets are the folders, relative to the scenario, that stand in for stores of files, by the names of these.
	Buckets map[string]string
	// Machine has what the run is given besides its input.
	Machine machine.Settings
	Expect  *Expectation // nil: nothing is expected
	Span    source.Span  // where it is in its file

	names  [][]mention  // those that the definitions must have, by the members that they are in
	expect *source.Node // the text of Expect
	shared bool         // expect is that of several cases
}

// An Option is an option of a dialect that a scenario may set: how its definitions are read.
type Option struct {
	Name  string                   // in the settings of a scenario
	Key   string                   // in its file
	Check func(value string) error // nil for a legal value; else the error is the rest of a sentence about the key
}

// Definitions returns the paths of the definition and of those that it may call, relative to the scenario; that of a workflow may
// have the name of a part of the file after "#".
func (s *Scenario) Definitions() []string { return append([]string{s.Workflow}, s.With...) }

// WithoutWorkflow reports the scenarios of a file that name no workflow, which only those need that are run by themselves.
func WithoutWorkflow(f *source.File, all []*Scenario) []diag.Diagnostic {
	r := &reader{file: f}
	for _, s := range all {
		if s.Workflow == "" {
			r.fault(s.Span, "the scenario has no workflow", `add "workflow" with the path of a definition`)
		}
	}
	return r.findings
}

// Folder returns the folder that the paths of a scenario file are relative to.
func Folder(scenario *source.File) string { return filepath.Dir(scenario.Name) }

// Read reads a scenario file whose text was parsed. It gives one scenario for each of its cases, or one if it
// has none. A case replaces whole members of the file's top level. read gets the content of an inputFile. What is wrong
// with the file is reported with its place; the scenarios are then not to be run.
func Read(f *source.File, read func(path string) ([]byte, error), options ...Option) ([]*Scenario, []diag.Diagnostic) {
	r := &reader{file: f, read: read, options: options, fields: map[fieldKey]field{}}
	root := f.Root
	if root == nil || root.Kind != source.Object {
		span := source.Span{}
		if root != nil {
			span = root.Span
		}
		r.fault(span, "a scenario must be an object", "")
		return nil, r.findings
	}
	base := &source.Node{Kind: source.Object, Span: root.Span}
	var cases *source.Member
	for i := range root.Members {
		if root.Members[i].Key == "cases" {
			cases = &root.Members[i]
			continue
		}
		base.Members = append(base.Members, root.Members[i])
	}
	if cases == nil {
		return []*Scenario{r.scenario(base)}, r.findings
	}
	var out []*Scenario
	for i, n := range r.items(cases.Value, "cases") {
		if n.Kind != source.Object {
			r.fault(n.Span, fmt.Sprintf("a case must be an object, not %s", n.Kind), "")
			continue
		}
		one := &source.Node{Kind: source.Object, Span: n.Span}
		for _, m := range base.Members {
			if !replaced(m.Key, n) {
				one.Members = append(one.Members, m)
			}
		}
		one.Members = append(one.Members, n.Members...)
		s := r.scenario(one)
		s.shared = n.Get("expect") == nil
		if s.Name == "" {
			s.Name = fmt.Sprintf("case %d", i+1)
		}
		out = append(out, s)
	}
	return out, r.findings
}

// replaced reports whether a case sets what a member above it sets. An input of either kind replaces one of the other.
func replaced(key string, one *source.Node) bool {
	if key == "input" || key == "inputFile" {
		return one.Get("input") != nil || one.Get("inputFile") != nil
	}
	return one.Get(key) != nil
}

func (r *reader) scenario(n *source.Node) *Scenario {
	s := &Scenario{Span: n.Span}
	known := []string{"name", "workflow", "with", "start", "input", "inputFile", "tasks", "occurrences", "expect", "context", "seed", "limits", "s3"}
	for _, o := range r.options {
		known = append(known, o.Key)
	}
	if m := n.Member("inputFile"); m != nil && n.Get("input") != nil {
		r.fault(m.KeySpan, "a scenario can have input or inputFile, not both", "")
	}
	r.members(n, "a scenario", known, func(m *source.Member) {
		f := r.field(m)
		f.set(s)
		if len(f.names) > 0 {
			s.names = append(s.names, f.names)
		}
	})
	return s
}

// A field is what a member of a scenario was read as. The cases that inherit the member share it: nothing changes it.
type field struct {
	set   func(*Scenario) // puts it into a scenario
	names []mention
}

// A fieldKey is a member of a scenario: the same value may be that of several members, through aliases of YAML.
type fieldKey struct {
	key   string
	value *source.Node
}

// field reads a member of a scenario, or returns what it was read as for an earlier case.
func (r *reader) field(m *source.Member) field {
	key := fieldKey{m.Key, m.Value}
	f, ok := r.fields[key]
	if !ok {
		r.names = nil
		f.set = r.member(m)
		f.names = r.names
		r.fields[key] = f
	}
	return f
}

// member reads a member of a scenario and returns what puts it there.
func (r *reader) member(m *source.Member) func(*Scenario) {
	switch m.Key {
	case "name":
		name := ""
		if m.Value.Kind != source.Null {
			name = r.text(m)
		}
		return func(s *Scenario) { s.Name = name }
	case "workflow":
		path := r.text(m)
		return func(s *Scenario) { s.Workflow = path }
	case "with":
		paths := r.texts(m)
		return func(s *Scenario) { s.With = paths }
	case "start":
		at, err := iso8601.ParseInstant(r.text(m))
		if err != nil {
			r.fault(m.Value.Span, fmt.Sprintf("start: invalid instant: %s", err), "")
		}
		return func(s *Scenario) { s.Start, s.HasStart = at, true }
	case "input":
		input := value.Of(m.Value)
		return func(s *Scenario) { s.Input, s.HasInput = input, true }
	case "inputFile":
		input := r.inputFile(m)
		return func(s *Scenario) { s.Input, s.HasInput = input, true }
	case "tasks":
		stubs := r.stubs(m.Value)
		return func(s *Scenario) { s.Stubs = stubs }
	case "occurrences":
		occurrences := r.occurrences(m.Value)
		return func(s *Scenario) { s.Occurrences = occurrences }
	case "context":
		context := r.object(m)
		return func(s *Scenario) { s.Machine.Context = context }
	case "seed":
		seed := r.seed(m)
		return func(s *Scenario) { s.Machine.Seed = seed }
	case "limits":
		unlimited := r.limits(m)
		return func(s *Scenario) { s.Machine.Unlimited = unlimited }
	case "s3":
		buckets := r.buckets(m)
		return func(s *Scenario) { s.Buckets = buckets }
	case "expect":
		expect := r.expectation(m.Value)
		return func(s *Scenario) { s.Expect, s.expect = expect, m.Value }
	default:
		return r.option(m)
	}
}

// named is the path of a file or folder that the scenario names; one that is not absolute is relative to it.
func (r *reader) named(m *source.Member) string {
	path := r.text(m)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(Folder(r.file), path)
}

func (r *reader) inputFile(m *source.Member) any {
	path := r.named(m)
	text, err := r.read(path)
	if err != nil {
		r.fault(m.Value.Span, fmt.Sprintf("the input cannot be read: %s", err), "")
		return nil
	}
	f := source.NewFile(path, text)
	for _, p := range source.Parse(f) {
		r.fault(m.Value.Span, fmt.Sprintf("invalid input %s at line %d: %s", path, f.Position(p.Span.Start).Line, p.Message), p.Help)
		return nil
	}
	return value.Of(f.Root)
}

// option reads an option of a dialect. One that is not legal sets nothing.
func (r *reader) option(m *source.Member) func(*Scenario) {
	text := r.text(m)
	for _, o := range r.options {
		if o.Key != m.Key {
			continue
		}
		if err := o.Check(text); err != nil {
			r.fault(m.Value.Span, fmt.Sprintf("%s %s", o.Key, err), "")
			break
		}
		return func(s *Scenario) {
			if s.Settings == nil {
				s.Settings = map[string]string{}
			}
			s.Settings[o.Name] = text
		}
	}
	return func(*Scenario) {}
}

package step

import (
	"iter"

	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// workflow reads a whole definition. It returns nil if the value is not an object.
func (r *reader) workflow(n *source.Node) *Workflow {
	w := &Workflow{Node: n, byID: map[string]*Step{}}
	ok := r.Object(n, reading.Owner{In: inWorkflow, Extra: &w.Extra}, func(f *source.Member) bool {
		switch f.Key {
		case "id":
			w.ID = r.Text(f)
			return w.ID != nil
		case "name":
			w.Name = r.Text(f)
			return w.Name != nil
		case "description":
			w.Description = r.Text(f)
			return w.Description != nil
		case "autoStartNextWorkflow":
			w.AutoStart = r.Bool(f)
			return w.AutoStart != nil
		case "nextWorkflowId":
			w.NextID = r.Text(f)
			return w.NextID != nil
		case "metadata":
			if f.Value.Kind != source.Object {
				r.WrongField(f, "an object")
				return false
			}
			w.Metadata = f.Value
		case "steps":
			w.StepsNode = f.Value
			r.steps(w, f)
		}
		return true
	})
	if !ok {
		return nil
	}
	return w
}

func (r *reader) steps(w *Workflow, f *source.Member) {
	if f.Value.Kind != source.Array {
		r.WrongField(f, "an array of steps")
		return
	}
	w.Steps, w.byID = make([]*Step, 0, len(f.Value.Items)), make(map[string]*Step, len(f.Value.Items))
	for i, n := range f.Value.Items {
		s := &Step{Node: n, index: i}
		r.step(s)
		w.Steps = append(w.Steps, s)
		if id := s.id(); id != "" && w.byID[id] == nil {
			w.byID[id] = s
		}
	}
}

func (r *reader) step(s *Step) {
	n := s.Node
	if id := n.Get("id"); id != nil && id.Kind == source.String {
		s.ID = &Text{Node: id, Value: id.Text}
	}
	if s.TypeNode = n.Get("type"); s.TypeNode != nil {
		s.Type = r.stepType(s)
	}
	s.Broken = s.Type == NoType
	if !r.object(n, placeOf(s.Type), s, &s.Extra, func(f *source.Member) bool { return r.stepField(s, f) }) {
		s.Broken = true
	}
}

// stepType reads the type of a step. It is NoType if it is not known, which is reported.
func (r *reader) stepType(s *Step) StepType {
	n := s.TypeNode
	if n.Kind != source.String {
		r.WrongKind(n, `"type" of `+s.String(), "a string")
		return NoType
	}
	var names []string
	for t := ServiceTask; t <= End; t++ {
		if n.Text == t.String() {
			return t
		}
		names = append(names, t.String())
	}
	d := r.Add(&unknownType.Rule, n.Span, "%s has the unknown type %s", s, quote(n.Text))
	r.SuggestOne(d, n.Text, names, "the types are", "and")
	return NoType
}

// stepField reads a field that a step of its type may have, and answers whether the step has it now.
func (r *reader) stepField(s *Step, f *source.Member) bool {
	switch f.Key {
	case "id":
		s.ID = r.Text(f)
		return s.ID != nil
	case "name":
		s.Name = r.Text(f)
		return s.Name != nil
	case "type":
		return s.Type != NoType
	case "description":
		s.Description = r.Text(f)
		return s.Description != nil
	case "nextStep":
		s.Next = r.reference(f)
		return s.Next != nil
	case "jobType":
		s.JobType = r.Text(f)
		return s.JobType != nil
	case "delegateClass":
		s.DelegateClass = r.Text(f)
		return s.DelegateClass != nil
	case "retryCount":
		s.RetryCount = r.Count(f, &outOfRange.Rule)
		return s.RetryCount != nil
	case "joinStep":
		s.Join = r.reference(f)
		return s.Join != nil
	case "hitPolicy":
		s.HitPolicy = r.hitPolicy(f)
		return s.HitPolicy != nil
	case "decisionTable":
		return r.table(s, f)
	default:
		return r.stepPart(s, f)
	}
}

// stepPart reads a field that holds several things.
func (r *reader) stepPart(s *Step, f *source.Member) bool {
	if s.Parts == nil {
		s.Parts = map[string]*source.Node{}
	}
	s.Parts[f.Key] = f.Value
	switch f.Key {
	case "conditionalNextSteps":
		s.Branches = r.branches(s, f)
		return f.Value.Kind == source.Object
	case "transformations":
		if f.Value.Kind != source.Object {
			r.WrongField(f, "an object of variables")
			return false
		}
		s.Transformations = r.assignments(s, f.Value)
	case "parallelNextSteps":
		s.Parallel = r.references(f)
		return f.Value.Kind == source.Array
	case "boundaryEvents":
		if f.Value.Kind != source.Array {
			r.WrongField(f, "an array of boundary events")
			return false
		}
		for _, n := range f.Value.Items {
			s.BoundaryEvents = append(s.BoundaryEvents, r.boundaryEvent(s, n))
		}
	}
	return true
}

// targets are the references to the steps that may follow a step, in the order of the kinds. Those of boundary events come last, and that
// to the join of a gateway is none.
func (s *Step) targets() iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		for _, b := range s.Branches {
			if b.To != nil && !yield(b.To) {
				return
			}
		}
		for _, t := range s.Parallel {
			if !yield(t) {
				return
			}
		}
		if s.Next != nil && !yield(s.Next) {
			return
		}
		for _, b := range s.BoundaryEvents {
			if b.Target != nil && !yield(b.Target) {
				return
			}
		}
	}
}

// references are all references of a step.
func (s *Step) references() iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		for t := range s.targets() {
			if !yield(t) {
				return
			}
		}
		if s.Join != nil {
			yield(s.Join)
		}
	}
}

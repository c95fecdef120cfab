package convert_test

import "fmt"

// makeStep makes up a workflow of steps.
func makeStep(m *maker) string {
	var steps []any
	m.steps(&steps, 3+m.Intn(4), "end", 1)
	steps = append(steps, object{"id": "end", "name": "End", "type": "END"})
	return printed(object{"id": "made", "name": "Made", "steps": steps})
}

// steps adds a chain of steps that leads to another one, and returns the first of it.
func (m *maker) steps(all *[]any, n int, to string, depth int) string {
	names := append(m.names(n), to)
	for i, name := range names[:n] {
		m.step(all, name, names, i, depth)
	}
	return names[0]
}

func (m *maker) step(all *[]any, name string, names []string, i, depth int) {
	next := names[i+1]
	s := object{"id": name, "name": name, "type": "SERVICE_TASK", "jobType": m.task(), "nextStep": next}
	var more []any
	switch m.Intn(10) {
	case 0:
		s = object{"id": name, "name": name, "type": "USER_TASK", "nextStep": next}
	case 1:
		s = object{"id": name, "name": name, "type": "WAIT", "nextStep": next}
	case 2:
		s = object{"id": name, "name": name, "type": "TRANSFORMATION", "nextStep": next,
			"transformations": pick[any](m, object{"a": 5}, object{"b": "${a}", "c": true}, object{"d": "text", "n": 2})}
	case 3, 4:
		other := m.behind(names, i)
		if m.one(6) {
			other = m.back(names)
		}
		yes, no := m.clauses()
		s = object{"id": name, "name": name, "type": "DECISION", "conditionalNextSteps": object{yes: other, no: next}}
	case 5, 6:
		if depth == 0 {
			break
		}
		join := m.name()
		var branches []string
		for range 2 + m.Intn(2) {
			branches = append(branches, m.steps(&more, 1+m.Intn(2), join, depth-1))
		}
		s = object{"id": name, "name": name, "type": "PARALLEL_GATEWAY", "parallelNextSteps": branches, "joinStep": join}
		more = append(more, object{"id": join, "name": join, "type": "JOIN_GATEWAY", "nextStep": next})
	default:
		if m.one(4) {
			s["retryCount"] = 1 + m.Intn(2)
		}
		if m.one(4) {
			s["boundaryEvents"] = []any{object{"type": "TIMER", "duration": fmt.Sprintf("PT%dS", 5+m.Intn(30)), "interrupting": true,
				"targetStepId": m.behind(names, i)}}
		}
	}
	*all = append(append(*all, s), more...)
}

// clauses are two conditions of which one holds, as long as what they look at is a number.
func (m *maker) clauses() (yes, no string) {
	at := m.member()
	if m.one(3) {
		return at + " == true", at + " != true"
	}
	n := m.Intn(9)
	return fmt.Sprintf("%s > %d", at, n), fmt.Sprintf("%s <= %d", at, n)
}

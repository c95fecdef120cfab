package convert_test

import "fmt"

// makeASL makes up a state machine.
func makeASL(m *maker) string { return printed(m.machine(2+m.Intn(5), 2)) }

// machine is a state machine, or a branch of one, of so many states, with branches inside of it down to a depth.
func (m *maker) machine(states, depth int) object {
	names := m.names(states)
	all := object{}
	for i, name := range names[:len(names)-1] {
		all[name] = m.state(names, i, depth)
	}
	last := object{"Type": "Succeed"}
	switch m.Intn(5) {
	case 0:
		last = m.aslTask()
		last["End"] = true
	case 1:
		if depth == 2 {
			last = object{"Type": "Fail", "Error": "Broken", "Cause": "made up"}
		}
	}
	all[names[len(names)-1]] = last
	return object{"StartAt": names[0], "States": all}
}

// state is one that leads on.
func (m *maker) state(names []string, i, depth int) object {
	next := names[i+1]
	var s object
	switch m.Intn(9) {
	case 0, 1, 2:
		s = m.aslTask()
		if m.one(4) {
			c := object{"ErrorEquals": pick(m, []string{"States.ALL"}, []string{"Odd"}, []string{"Odd", "States.Timeout"}, []string{"States.TaskFailed"}),
				"Next": m.behind(names, i)}
			if m.one(2) {
				c["ResultPath"] = pick[any](m, "$.trouble", nil, "$")
			}
			s["Catch"] = []any{c}
		}
	case 3:
		s = object{"Type": "Wait", "Seconds": 1 + m.Intn(100)}
	case 4:
		s = object{"Type": "Pass"}
		if m.one(2) {
			s["Result"] = pick[any](m, object{"made": 1}, object{"a": true, "n": object{"x": 1}}, 5, "text")
			s["ResultPath"] = pick[any](m, "$."+m.member(), "$.n.m", "$")
		}
	case 5, 6:
		var rules []any
		for range 1 + m.Intn(3) {
			to := m.behind(names, i)
			if m.one(6) {
				to = m.back(names)
			}
			r := m.rule(2)
			r["Next"] = to
			rules = append(rules, r)
		}
		s = object{"Type": "Choice", "Choices": rules}
		if !m.one(5) {
			s["Default"] = next
		} else {
			rules = append(rules, object{"Variable": "$.ready", "BooleanEquals": true, "Next": next})
			s["Choices"] = rules
		}
		return s
	default:
		if depth == 0 {
			s = m.aslTask()
			break
		}
		var branches []any
		for range 1 + m.Intn(3) {
			branches = append(branches, m.machine(2+m.Intn(2), depth-1))
		}
		s = object{"Type": "Parallel", "Branches": branches}
		if m.one(2) {
			s["ResultPath"] = pick[any](m, "$.r", nil, "$.n.r")
		}
		if m.one(4) {
			s["Catch"] = []any{object{"ErrorEquals": []string{"States.ALL"}, "Next": m.behind(names, i)}}
		}
	}
	s["Next"] = next
	return s
}

func (m *maker) aslTask() object {
	s := object{"Type": "Task", "Resource": "urn:task:" + m.task()}
	m.paths(s)
	if m.one(3) {
		s["TimeoutSeconds"] = 5 + m.Intn(30)
	}
	if m.one(4) {
		r := object{"ErrorEquals": pick(m, []string{"States.ALL"}, []string{"Odd"}, []string{"States.Timeout"}), "MaxAttempts": m.Intn(3)}
		if m.one(2) {
			r["IntervalSeconds"], r["BackoffRate"] = 1+m.Intn(3), pick(m, 1.0, 1.5, 2.0)
		}
		s["Retry"] = []any{r}
	}
	return s
}

// paths may have only a part of the document go in, or put the result at a place in it.
func (m *maker) paths(s object) {
	if m.one(8) {
		s["InputPath"] = pick[any](m, "$.a", nil, "$.n")
	}
	if m.one(3) {
		s["ResultPath"] = pick[any](m, "$.r", nil, "$.n.r", "$."+m.member())
	}
	if m.one(10) {
		s["OutputPath"] = pick[any](m, "$.r", nil)
	}
}

// rule is a condition of a choice.
func (m *maker) rule(depth int) object {
	at := "$." + m.member()
	if depth > 0 && m.one(3) {
		switch m.Intn(3) {
		case 0:
			return object{"Not": m.rule(depth - 1)}
		case 1:
			return object{"And": []any{m.rule(depth - 1), m.rule(depth - 1)}}
		default:
			return object{"Or": []any{m.rule(depth - 1), m.rule(depth - 1)}}
		}
	}
	switch m.Intn(4) {
	case 0:
		return object{"Variable": at, "BooleanEquals": m.one(2)}
	case 1:
		return object{"Variable": at, "String" + pick(m, "Equals", "LessThan", "GreaterThan", "GreaterThanEquals"): fmt.Sprintf("t%d", m.Intn(3))}
	default:
		return object{"Variable": at, "Numeric" + pick(m, "Equals", "LessThan", "GreaterThan", "GreaterThanEquals", "LessThanEquals"): m.Intn(10)}
	}
}

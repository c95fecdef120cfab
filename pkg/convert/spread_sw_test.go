package convert_test

import "fmt"

// makeSW makes up a workflow of states.
func makeSW(m *maker) string {
	states := m.names(2 + m.Intn(5))
	var all []any
	for i, name := range states {
		s := m.swState(i == len(states)-1, states, i)
		s["name"] = name
		if i == 0 {
			s["start"] = object{"kind": "default"}
		}
		all = append(all, s)
	}
	var functions []any
	for i := range 12 {
		functions = append(functions, object{"name": fmt.Sprintf("do%d", i), "resource": fmt.Sprintf("urn:do%d", i)})
	}
	return printed(object{"id": "made", "name": "Made", "version": "1", "functions": functions, "states": all,
		"events": []any{
			object{"name": "rain", "type": "sky.rain", "source": "sky"},
			object{"name": "sun", "type": "sky.sun", "source": "sky"},
			object{"name": "told", "type": "made.told", "kind": "produced"}}})
}

func (m *maker) swState(last bool, names []string, i int) object {
	s := object{}
	way := func(s object) {
		switch {
		case last:
			s["end"] = object{"kind": "default"}
		default:
			s["transition"] = m.transition(m.behind(names, i))
			if x := s["transition"].(object); m.one(10) {
				x["produceEvent"] = object{"eventRef": "told"}
			}
		}
	}
	kind := m.Intn(10)
	if last && kind >= 8 {
		kind = 0
	}
	switch kind {
	case 0, 1, 2:
		s = object{"type": "operation", "actions": m.actions()}
		if m.one(3) {
			s["actionMode"] = pick(m, "parallel", "sequential")
		}
		m.handlers(s, names, i, last)
	case 3:
		s = object{"type": "delay", "timeDelay": pick(m, "PT20S", "PT1M30S", "PT3S")}
	case 4:
		s = object{"type": "inject", "data": pick(m, object{"made": 1}, object{"a": 7, "n": object{"x": true}})}
	case 5:
		var branches []any
		for range 2 + m.Intn(2) {
			branches = append(branches, object{"name": m.name(), "actions": m.actions()})
		}
		s = object{"type": "parallel", "branches": branches, "completionType": pick(m, "and", "and", "xor")}
	case 6:
		s = object{"type": "event", "eventsActions": []any{object{"eventRefs": []string{pick(m, "rain", "sun")}, "actions": m.actions()}}}
		if m.one(2) {
			s["eventTimeout"] = "PT2H"
		}
	case 7:
		s = object{"type": "callback", "action": m.action(), "eventRef": "sun", "timeout": "PT1H"}
	default:
		var conditions []any
		for range 1 + m.Intn(2) {
			to := m.behind(names, i)
			if m.one(6) {
				to = m.back(names)
			}
			conditions = append(conditions, object{"condition": m.swCondition(), "transition": m.transition(to)})
		}
		return object{"type": "switch", "dataConditions": conditions, "default": m.transition(names[i+1])}
	}
	way(s)
	return s
}

func (m *maker) transition(to string) object { return object{"nextState": to} }

func (m *maker) actions() []any {
	var out []any
	for range 1 + m.Intn(3) {
		out = append(out, m.action())
	}
	return out
}

func (m *maker) action() object {
	call := object{"refName": m.task()}
	if m.one(4) {
		call["parameters"] = object{"x": "{{ $." + m.member() + " }}"}
	}
	a := object{"functionRef": call}
	if m.one(5) {
		a["timeout"] = "PT20S"
	}
	return a
}

func (m *maker) handlers(s object, names []string, i int, last bool) {
	if m.one(4) {
		s["retry"] = []any{object{"expression": "{{ $.errors[?(@.name == 'Odd')] }}", "interval": "PT2S", "maxAttempts": 1 + m.Intn(2)}}
	}
	if !last && m.one(4) {
		s["onError"] = []any{object{"expression": pick(m, "{{ $.errors[?(@.name == 'Odd')] }}", "{{ $.errors[?(@.name != null)] }}"),
			"transition": m.transition(m.behind(names, i))}}
	}
}

func (m *maker) swCondition() string {
	at := "@." + m.member()
	return "{{ $.[?(" + pick(m, at+" == true", fmt.Sprintf("%s > %d", at, m.Intn(9)), at+" == 't1'", fmt.Sprintf("%s <= %d", at, m.Intn(9))) + ")] }}"
}

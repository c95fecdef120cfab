package convert_test

import "fmt"

// makeToday makes up a machine in today's asl, in one of its languages: its answers get to places in the document, which conditions and inputs
// read.
func makeToday(m *maker) string {
	x := &todayMaker{maker: m, queries: m.one(2)}
	all := x.machine([]string{"order", "customer"}, 1, 2+m.Intn(4))
	if x.queries {
		all["QueryLanguage"] = "JSONata"
	}
	return printed(all)
}

type todayMaker struct {
	*maker
	queries bool // JSONata, and not paths
}

// machine is a machine, or a part of one, of so many states, whose document has some members, with parts inside of it down to a depth.
func (x *todayMaker) machine(has []string, depth, states int) object {
	names, all := x.names(states), object{}
	for i, name := range names {
		var s object
		later := names[i+1:]
		switch x.Intn(8) {
		case 0:
			if len(later) > 0 {
				all[name] = object{"Type": "Choice", "Choices": []any{x.rule(has, pick(x.maker, later...))}, "Default": later[0]}
				continue
			}
			s = x.task(&has)
		case 1:
			s = x.pass(&has)
		case 2:
			s = object{"Type": "Wait", "Seconds": 5}
		case 3:
			if depth > 0 {
				s = x.parallel(&has, depth)
				break
			}
			s = x.task(&has)
		case 4:
			if depth > 0 {
				s = x.iteration(&has, depth)
				break
			}
			s = x.task(&has)
		default:
			s = x.task(&has)
		}
		if x.one(3) && len(later) > 0 && (s["Type"] == "Task" || s["Type"] == "Parallel") {
			s["Catch"] = x.handlers(later)
		}
		if len(later) > 0 {
			s["Next"] = later[0]
		} else {
			s["End"] = true
		}
		all[name] = s
	}
	return object{"StartAt": names[0], "States": all}
}

// puts has the answer of a state put at a member, or dropped.
func (x *todayMaker) puts(s object, has *[]string) {
	at := fmt.Sprintf("r%d", x.Intn(4))
	switch drops := x.one(4); {
	case drops && x.queries:
		s["Output"] = "{% $states.input %}"
	case drops:
		s["ResultPath"] = nil
	case x.queries:
		s["Output"] = fmt.Sprintf("{%% $merge([$states.input, {'%s': $states.result}]) %%}", at)
	default:
		s["ResultPath"] = "$." + at
	}
	*has = append(*has, at)
}

func (x *todayMaker) task(has *[]string) object {
	s := object{"Type": "Task", "Resource": "urn:task:" + x.maker.task()}
	switch {
	case x.one(2):
	case x.queries:
		s["Arguments"] = object{"id": fmt.Sprintf("{%% $states.input.%s.id %%}", pick(x.maker, *has...)), "what": "x"}
	default:
		s["Parameters"] = object{"id.$": fmt.Sprintf("$.%s.id", pick(x.maker, *has...)), "what": "x"}
	}
	if x.one(4) {
		s["TimeoutSeconds"] = 30
	}
	if x.one(4) {
		s["Retry"] = []any{object{"ErrorEquals": pick(x.maker, []string{"Busy"}, []string{"States.ALL"}), "IntervalSeconds": 2, "MaxAttempts": 1 + x.Intn(2)}}
	}
	x.puts(s, has)
	return s
}

// pass is a step that puts an object at a member.
func (x *todayMaker) pass(has *[]string) object {
	at := fmt.Sprintf("r%d", x.Intn(4))
	*has = append(*has, at)
	if x.queries {
		return object{"Type": "Pass", "Output": fmt.Sprintf("{%% $merge([$states.input, {'%s': {'ok': true, 'id': $states.input.order.id}}]) %%}", at)}
	}
	return object{"Type": "Pass", "Parameters": object{"ok": true, "id.$": "$.order.id"}, "ResultPath": "$." + at}
}

func (x *todayMaker) parallel(has *[]string, depth int) object {
	s := object{"Type": "Parallel", "Branches": []any{x.machine(*has, depth-1, 1+x.Intn(2)), x.machine(*has, depth-1, 1+x.Intn(2))}}
	x.puts(s, has)
	return s
}

func (x *todayMaker) iteration(has *[]string, depth int) object {
	s := object{"Type": "Map", "MaxConcurrency": pick(x.maker, 0, 1), "ItemProcessor": x.machine([]string{"order", "customer"}, depth-1, 1+x.Intn(2))}
	if x.queries {
		s["Items"], s["ItemSelector"] = "{% $states.input.order.lines %}", object{"order": "{% $states.context.Map.Item.Value %}", "customer": "{% $states.input.customer %}"}
	} else {
		s["ItemsPath"], s["ItemSelector"] = "$.order.lines", object{"order.$": "$$.Map.Item.Value", "customer.$": "$.customer"}
	}
	x.puts(s, has)
	return s
}

// rule is a branch of a choice.
func (x *todayMaker) rule(has []string, next string) object {
	at := pick(x.maker, has...)
	if x.queries {
		return object{"Condition": fmt.Sprintf(pick(x.maker, "{%% $states.input.%s.ok = true %%}", "{%% $states.input.%s.n > 3 %%}", "{%% $states.input.%s.kind = 'A' %%}"), at), "Next": next}
	}
	return pick(x.maker, object{"Variable": "$." + at + ".ok", "BooleanEquals": true, "Next": next}, object{"Variable": "$." + at + ".n", "NumericGreaterThan": 3, "Next": next},
		object{"Variable": "$." + at + ".note", "IsPresent": true, "Next": next})
}

// handlers are those of some errors, which lead to later states.
func (x *todayMaker) handlers(later []string) []any {
	var out []any
	for _, errors := range [][]string{{"Odd"}, {"States.ALL"}} {
		h := object{"ErrorEquals": errors, "Next": pick(x.maker, later...)}
		switch {
		case x.queries:
			h["Output"] = pick(x.maker, "{% $merge([$states.input, {'error': $states.errorOutput}]) %}", "{% $states.input %}")
		case !x.one(3):
			h["ResultPath"] = "$.error"
		default:
			h["ResultPath"] = nil
		}
		if out = append(out, h); x.one(2) {
			break
		}
	}
	return out
}

package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
)

var jsonataName = rule{Rule: diag.Rule{
	ID:       "asl/jsonata-name",
	Severity: diag.Error,
	Summary:  "a JSONata expression reads from an input document",
	Why: "Expressions of a state machine have no input document, so that a name, \"$\" or \"$$\" at the top of an expression selects " +
		"nothing; AWS refuses them. The input of the state is $states.input.",
	Source: "the language as AWS runs it today: JSONata mode",
	Levels: "only at level current",
}, Checks: uses(checkTopNames)}

var jsonataStates = rule{Rule: diag.Rule{
	ID:       "asl/jsonata-states",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "$states does not have the member here",
	Why: "$states has \"input\" and \"context\" everywhere, \"result\" only in \"Output\" and \"Assign\" of Task, Parallel and Map states, " +
		"and \"errorOutput\" only in catchers. AWS refuses other uses.",
	Source: "the language as AWS runs it today: accepting fields",
	Levels: "only at level current",
}, Checks: uses(checkStatesMembers)}

var jsonataFunction = rule{Rule: diag.Rule{
	ID:       "asl/jsonata-function",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a JSONata expression calls a function wrongly",
	Why: "The functions are those of JSONata without $eval, and with $partition, $range, $hash, $random, $uuid and $parse. A call of " +
		"any other function, with too few or too many arguments, or with one of the wrong type, fails when it is evaluated.",
	Source: "the language as AWS runs it today: JSONata mode, added functions",
	Levels: "only at level current",
}, Checks: uses(checkQueryCalls)}

var jsonataLiteral = rule{Rule: diag.Rule{
	ID:       "asl/jsonata-literal",
	Severity: diag.Warning,
	Summary:  "text around a JSONata expression makes all of it a plain text",
	Why: "A string is an expression only if it begins with {% and ends with %}. With anything around them, even a blank, nothing " +
		"is evaluated. To put a value into a text, join them inside of the expression.",
	Source: "the language as AWS runs it today: expression strings",
	Levels: "only at level current",
}, Checks: today(states(checkQueryLiterals))}

var jsonpathText = rule{Rule: diag.Rule{
	ID:       "asl/jsonpath-in-jsonata",
	Severity: diag.Warning,
	Summary:  "JSONPath in a JSONata state",
	Why: "In a JSONata state a key that ends in \".$\" keeps its name, and a path is a plain text. Write an expression: " +
		"{% $states.input.name %}.",
	Source: "the language as AWS runs it today: expression strings",
	Levels: "only at level current",
}, Checks: today(states(checkPathsInJSONata))}

// facts returns what is known of a JSONata expression.
func (c *checker) facts(x *Computed) *queryFacts {
	f := c.queries[x]
	if f == nil {
		if c.queries == nil {
			c.queries = map[*Computed]*queryFacts{}
		}
		f = factsOf(x.Query)
		c.queries[x] = f
	}
	return f
}

// query returns the facts of a use that is a JSONata expression, or nil.
func (c *checker) query(u *use) *queryFacts {
	if u.computed == nil || u.computed.Query == nil {
		return nil
	}
	return c.facts(u.computed)
}

func checkTopNames(c *checker, u *use) {
	f := c.query(u)
	if f == nil {
		return
	}
	for _, n := range f.tops {
		switch n := n.(type) {
		case *jsonata.Name:
			d := c.Report(u.computed.place(n), "the expression in %s of state %s reads %s from an input document, which it does not have", u.what(), quote(u.state.Name), quote(n.Value))
			switch {
			case c.variables().visible(u.state.Machine, n.Value) != nil:
				d.Help = "write $" + n.Value + " for the variable"
			case n.Value == statesVariable:
				d.Help = "write $states"
			default:
				d.Help = "write $states.input." + n.Value + " for the input, or put a text in quotes"
			}
		case *jsonata.Variable:
			c.Report(u.computed.place(n), "the expression in %s of state %s uses $%s, the input document, which it does not have", u.what(), quote(u.state.Name), n.Name).
				Help = "write $states.input for the input of the state"
		}
	}
}

func checkStatesMembers(c *checker, u *use) {
	f := c.query(u)
	if f == nil {
		return
	}
	members := []string{"context", "input"}
	switch u.stage {
	case afterWork:
		members = append(members, "result")
	case afterFailure:
		members = append(members, "errorOutput")
	}
	for _, p := range f.states {
		if len(p.Steps) < 2 {
			continue
		}
		name, at := firstName(p.Steps[1])
		if at == nil || slices.Contains(members, name) {
			continue
		}
		switch name {
		case "result":
			c.Report(u.computed.place(at), "$states.result does not exist in %s of state %s", u.where(), quote(u.state.Name)).
				Help = `only "Output" and "Assign" of Task, Parallel and Map states see the result`
		case "errorOutput":
			c.Report(u.computed.place(at), "$states.errorOutput does not exist in %s of state %s", u.where(), quote(u.state.Name)).
				Help = `only "Output" and "Assign" of catchers see the error`
		default:
			d := c.Report(u.computed.place(at), "$states has no member %s", quote(name))
			if !c.Correct(d, name, members) {
				d.Help = "its members there are " + dialects.Listed(members, "and")
			}
		}
	}
}

// where names the field that a use belongs to.
func (u *use) where() string {
	switch u.field {
	case "Catch":
		return "a catcher"
	case "Choices":
		return "a choice rule"
	}
	return quote(u.field)
}

// firstName is the name that a step begins with, or nil.
func firstName(n jsonata.Node) (string, jsonata.Node) {
	for {
		switch x := n.(type) {
		case *jsonata.Name:
			return x.Value, x
		case *jsonata.String:
			return x.Value, x
		case *jsonata.Filter:
			n = x.Target
		case *jsonata.Keep:
			n = x.Target
		case *jsonata.Sort:
			n = x.Target
		case *jsonata.Group:
			n = x.Target
		case *jsonata.Focus:
			n = x.Target
		case *jsonata.Index:
			n = x.Target
		default:
			return "", nil
		}
	}
}

// addedArity is how many arguments the functions need at least and take at most that today's engine adds.
var addedArity = map[string][2]int{"partition": {2, 2}, "range": {3, 3}, "hash": {2, 2}, "random": {0, 1}, "uuid": {0, 0}, "parse": {1, 1}}

func checkQueryCalls(c *checker, u *use) {
	f := c.query(u)
	if f == nil {
		return
	}
	for i := range f.calls {
		c.checkQueryCall(u, &f.calls[i])
	}
}

// checkQueryCall checks the name and the arguments of a function that a JSONata expression calls.
func (c *checker) checkQueryCall(u *use, x *queryCall) {
	in := u.what() + " of state " + quote(u.state.Name)
	switch {
	case strings.HasPrefix(x.name, reservedPrefix):
		c.Report(u.computed.place(x.node), "the expression in %s calls the intrinsic function %s, which exists in JSONPath only", in, x.name).
			Help = "use a function of JSONata, such as $string or $hash, or join texts with &"
		return
	case x.bare && knownFunction(x.name):
		c.Report(u.computed.place(x.node), "the expression in %s calls %s without $", in, quote(x.name)).Help = "write $" + x.name
		return
	case !knownFunction(x.name):
		d := c.Report(u.computed.place(x.node), "the expression in %s calls the function $%s, which does not exist", in, x.name)
		switch {
		case x.name == "eval":
			d.Help = "AWS does not have $eval; $parse reads JSON"
		default:
			c.Correct(d, x.name, functionNames())
		}
		return
	}
	if x.Partial() {
		return
	}
	least, most := functionArity(x.name)
	found := len(x.Arguments)
	if x.piped {
		found++
	}
	if found < least || most >= 0 && found > most {
		takes := &intrinsic{least: least, most: most}
		c.Report(u.computed.place(x.Call), "$%s in %s takes %s, found %d", x.name, in, takes.arity(), found)
		return
	}
	if x.piped {
		return
	}
	for i, a := range x.Arguments {
		if t := staticType(a); t != 0 && !jsonata.Accepts(x.name, len(x.Arguments), i, t) {
			c.Report(u.computed.place(a), "argument %d of $%s in %s cannot be %s", i+1, x.name, in, staticTypeName(t))
			return
		}
	}
}

func functionArity(name string) (least, most int) {
	if a, added := addedArity[name]; added {
		return a[0], a[1]
	}
	least, most, _ = jsonata.Arity(name)
	return least, most
}

// functionNames are the functions that an expression may call.
func functionNames() []string {
	names := jsonata.BuiltIns()
	names = slices.DeleteFunc(names, func(name string) bool { return name == "eval" })
	for name := range addedArity {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// checkQueryLiterals looks for expressions with text around them.
func checkQueryLiterals(c *checker, s *State) {
	if !s.JSONata() {
		return
	}
	s.eachTemplate(func(field *source.Member, n *source.Node) {
		textsIn(n, field, func(m *source.Member, n *source.Node) {
			open, shut := strings.Index(n.Text, "{%"), strings.LastIndex(n.Text, "%}")
			if isJSONata(n.Text) || open < 0 || shut < open || hasPlaceholder(n.Text) {
				return
			}
			d := c.Report(n.Span, "%s of state %s is a plain text, as the string does not begin with {%% and end with %%}", quote(field.Key), quote(s.Name))
			if strings.TrimSpace(n.Text[:open]+n.Text[shut+len("%}"):]) == "" {
				d.Help = "remove the blanks around {% … %}"
				return
			}
			d.Help = "join texts inside of the expression: {% 'text ' & $states.input.name %}"
		}, 0)
	})
}

// checkPathsInJSONata looks for keys and texts of JSONPath templates.
func checkPathsInJSONata(c *checker, s *State) {
	if !s.JSONata() {
		return
	}
	s.eachTemplate(func(field *source.Member, n *source.Node) {
		reported := map[*source.Node]bool{}
		objectsIn(n, func(o *source.Node) {
			for _, m := range o.LastMembers() {
				if strings.HasSuffix(m.Key, ".$") {
					c.Report(m.KeySpan, "the key %s in %s of state %s keeps its \".$\", as the query language is JSONata", quote(m.Key), quote(field.Key), quote(s.Name)).
						Help = "write " + quote(strings.TrimSuffix(m.Key, ".$")) + " and an expression: {% … %}"
					reported[m.Value] = true
				}
			}
		}, 0)
		textsIn(n, field, func(m *source.Member, n *source.Node) {
			if reported[n] || !strings.HasPrefix(n.Text, "$.") && !strings.HasPrefix(n.Text, "$$.") && !strings.HasPrefix(n.Text, statesPrefix) || hasPlaceholder(n.Text) {
				return
			}
			d := c.Report(n.Span, "%s of state %s is the text %s, as the query language is JSONata", quote(keyOr(m, field)), quote(s.Name), quote(n.Text))
			switch {
			case strings.HasPrefix(n.Text, "$$."):
				d.Help = "write {% $states.context" + n.Text[2:] + " %}"
			case strings.HasPrefix(n.Text, "$."):
				d.Help = "write {% $states.input" + n.Text[1:] + " %}"
			default:
				d.Help = "write {% " + n.Text + " %}"
			}
		}, 0)
	})
}

// statesPrefix begins what is meant as an expression for the data of a state.
const statesPrefix = "$states."

func keyOr(m, field *source.Member) string {
	if m == nil {
		return field.Key
	}
	return m.Key
}

package convert_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// The kinds of paths. The root is the input, the Context object or a variable, of a result only the input; a definite path has members
// and indexes. None has a function.
const (
	anyPath = iota
	referencePath
	resultPath
)

var (
	pathRoot      = `^\$(\$|[\p{L}_][\p{L}\p{N}_]*)?`
	definiteSteps = `(\.[\p{L}\p{N}_-]+|\['(?:[^'\\]|\\.)+'\]|\[-?\d+\])*`
	definitePath  = regexp.MustCompile(pathRoot + definiteSteps + `$`)
	pathFunction  = regexp.MustCompile(`\.\w+\(\s*\)`)
	pathName      = regexp.MustCompile(pathRoot)
	variableName  = regexp.MustCompile(`^\p{L}[\p{L}\p{N}_]*$`)
)

// isQuery reports whether a value is an expression of JSONata.
func isQuery(v any) bool {
	s, _ := v.(string)
	return len(s) >= 4 && strings.HasPrefix(s, "{%") && strings.HasSuffix(s, "%}")
}

// variables are the names that the states of a scope assign, and those around it.
func (d *documentation) variables(at string, states *value.Object, outer []string) []string {
	var here []string
	var collect func(v any)
	collect = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				collect(x)
			}
		case *value.Object:
			assign, _ := v.Get("Assign").(*value.Object)
			for name := range assign.All() {
				here = append(here, strings.TrimSuffix(name, ".$"))
			}
		}
	}
	for _, s := range states.All() {
		collect(s)
		if o, ok := s.(*value.Object); ok {
			collect(o.Get("Choices"))
			collect(o.Get("Catch"))
		}
	}
	for _, name := range here {
		if !variableName.MatchString(name) || len([]rune(name)) > 80 || name == "states" || slices.Contains(outer, name) {
			d.fault(at, "%q cannot be the name of a variable here", name)
		}
	}
	return append(here, outer...)
}

// path checks a path of one of the kinds.
func (d *documentation) path(at string, v any, here site, kind int) {
	s, _ := v.(string)
	root := pathName.FindStringSubmatch(s)
	switch {
	case root == nil:
		d.fault(at, "%v is not a path", v)
		return
	case pathFunction.MatchString(s):
		d.fault(at, "the path %q has a function", s)
	case kind == resultPath && root[1] != "", kind != anyPath && !definitePath.MatchString(s):
		d.fault(at, "%q is not a reference path", s)
	case root[1] != "" && root[1] != "$" && !slices.Contains(here.variables, root[1]):
		d.fault(at, "no state assigns the variable of %q", s)
	}
	for _, member := range []string{"Task", "Map"} {
		if strings.HasPrefix(s, "$$."+member) && !slices.Contains(here.reads, member) {
			d.fault(at, "%s has no %s here", "the Context object", member)
		}
	}
}

// template checks a value that is computed: in JSONPath the members whose keys end in ".$", in JSONata the texts between {% and %}.
func (d *documentation) template(at string, v any, here site) {
	switch v := v.(type) {
	case string:
		switch {
		case here.language == "JSONata" && isQuery(v):
			d.query(at, strings.TrimSpace(v[2:len(v)-2]), here)
		case here.language == "JSONata" && (strings.Contains(v, "{%") || strings.Contains(v, "%}")):
			d.fault(at, "%q has an expression within a text", v)
		}
	case []any:
		for i, x := range v {
			d.template(fmt.Sprintf("%s/%d", at, i), x, here)
		}
	case *value.Object:
		for key, x := range v.All() {
			at := at + "/" + key
			name, dynamic := strings.CutSuffix(key, ".$")
			s, _ := x.(string)
			switch {
			case !dynamic:
				d.template(at, x, here)
			case here.language == "JSONata":
				d.fault(at, "the key has no meaning in JSONata")
			case v.Has(name):
				d.fault(at, "%q is there twice", name)
			case strings.HasPrefix(s, "States."):
				d.intrinsic(at, s, here)
			default:
				d.path(at, x, here, anyPath)
			}
		}
	}
}

// intrinsics are the functions of JSONPath states, with the least and the greatest number of their arguments; -1: any number.
var intrinsics = map[string][2]int{
	"Format": {1, -1}, "StringToJson": {1, 1}, "JsonToString": {1, 1}, "Array": {0, -1}, "ArrayPartition": {2, 2}, "ArrayContains": {2, 2},
	"ArrayRange": {3, 3}, "ArrayGetItem": {2, 2}, "ArrayLength": {1, 1}, "ArrayUnique": {1, 1}, "Base64Encode": {1, 1}, "Base64Decode": {1, 1},
	"Hash": {2, 2}, "JsonMerge": {3, 3}, "MathRandom": {2, 3}, "MathAdd": {2, 2}, "StringSplit": {2, 2}, "UUID": {0, 0},
}

var (
	intrinsicCall    = regexp.MustCompile(`^States\.(\w+)\(`)
	intrinsicLiteral = regexp.MustCompile(`^('(?:[^'\\]|\\['{}\\])*'|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`)
	intrinsicPath    = regexp.MustCompile(`^\$[^,()]*`)
)

// intrinsic checks a call of an intrinsic function, which is the whole of a text.
func (d *documentation) intrinsic(at, text string, here site) {
	if rest, ok := d.call(at, text, here, 0); !ok || rest != "" {
		d.fault(at, "%q is not a call of an intrinsic function", text)
	}
}

// call reads a call at the beginning of a text, and returns what follows.
func (d *documentation) call(at, text string, here site, depth int) (string, bool) {
	head := intrinsicCall.FindStringSubmatch(text)
	if head == nil {
		return text, false
	}
	arity, known := intrinsics[head[1]]
	rest, given := strings.TrimSpace(text[len(head[0]):]), 0
	for ; !strings.HasPrefix(rest, ")"); given++ {
		if given > 0 {
			if !strings.HasPrefix(rest, ",") {
				return rest, false
			}
			rest = strings.TrimSpace(rest[1:])
		}
		var ok bool
		if rest, ok = d.argument(at, rest, here, depth); !ok {
			return rest, false
		}
		rest = strings.TrimSpace(rest)
	}
	if !known || given < arity[0] || arity[1] >= 0 && given > arity[1] || depth > 10 {
		d.fault(at, "States.%s does not exist, has other arguments than %d, or is nested too deeply", head[1], given)
	}
	return rest[1:], true
}

func (d *documentation) argument(at, text string, here site, depth int) (string, bool) {
	if literal := intrinsicLiteral.FindString(text); literal != "" {
		return text[len(literal):], true
	}
	if path := intrinsicPath.FindString(text); path != "" {
		d.path(at, strings.TrimSpace(path), here, anyPath)
		return text[len(path):], true
	}
	return d.call(at, text, here, depth+1)
}

// queryFunctions are the functions of JSONata 2.0.6 without $eval, and those that the service adds.
var queryFunctions = strings.Fields(`abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl
	decodeUrlComponent distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger formatNumber
	fromMillis join keys length lookup lowercase map match max merge millis min not now number pad parseInteger power random reduce
	replace reverse round shuffle sift single sort split spread sqrt string substring substringAfter substringBefore sum toMillis trim
	type uppercase zip partition range hash uuid parse`)

// query checks an expression: it reads $states and variables that are assigned, and calls functions that there are.
func (d *documentation) query(at, text string, here site) {
	tree, err := jsonata.Parse(text)
	if err != nil {
		d.fault(at, "%q is not an expression: %v", text, err)
		return
	}
	bound := here.variables
	jsonata.Walk(tree, func(n jsonata.Node) bool {
		switch n := n.(type) {
		case *jsonata.Lambda:
			for _, p := range n.Params {
				bound = append(slices.Clip(bound), p.Name)
			}
		case *jsonata.Bind:
			bound = append(slices.Clip(bound), n.Name.Name)
		case *jsonata.Focus:
			bound = append(slices.Clip(bound), n.Name.Name)
		case *jsonata.Index:
			bound = append(slices.Clip(bound), n.Name.Name)
		}
		return true
	})
	here.variables = bound
	d.term(at, tree, here, true)
}

// term checks a part of an expression. At the top there is no context to read from.
func (d *documentation) term(at string, n jsonata.Node, here site, top bool) {
	below := func(top bool, all ...jsonata.Node) {
		for _, x := range all {
			if x != nil {
				d.term(at, x, here, top)
			}
		}
	}
	switch n := n.(type) {
	case *jsonata.Name:
		if top {
			d.fault(at, "the name %s reads from a document that is not there", n.Value)
		}
	case *jsonata.Wildcard, *jsonata.Descendants, *jsonata.Parent:
		if top {
			d.fault(at, "%s reads from a document that is not there", jsonata.Print(n))
		}
	case *jsonata.Variable:
		switch {
		case n.Name == "$" || n.Name == "" && top:
			d.fault(at, "$%s is a document that is not there", n.Name)
		case n.Name == "states":
			d.fault(at, "$states is used without a member")
		case n.Name != "" && !slices.Contains(here.variables, n.Name) && !slices.Contains(queryFunctions, n.Name):
			d.fault(at, "$%s is not a variable or a function here", n.Name)
		}
	case *jsonata.Path:
		if root, ok := target(n.Steps[0]).(*jsonata.Variable); ok && root.Name == "states" {
			d.reserved(at, n.Steps[1:], here)
		} else {
			below(top, n.Steps[0])
		}
		below(false, n.Steps[1:]...)
	case *jsonata.Filter:
		below(top, n.Target)
		below(false, n.Predicate)
	case *jsonata.Sort:
		below(top, n.Target)
		for _, t := range n.Terms {
			below(false, t.Key)
		}
	case *jsonata.Group:
		below(top, n.Target)
		for _, m := range n.Members {
			below(false, m.Key, m.Value)
		}
	case *jsonata.Transform:
		below(false, n.Pattern, n.Update, n.Delete)
	case *jsonata.Binary:
		if n.Op == "??" || n.Op == "?:" {
			d.fault(at, "the operator %s is later than JSONata 2.0.6", n.Op)
		}
		below(top, n.Left, n.Right)
	case *jsonata.Call:
		if f, ok := n.Function.(*jsonata.Variable); ok {
			least, most, known := jsonata.Arity(f.Name)
			if known && (len(n.Arguments) < least || most >= 0 && len(n.Arguments) > most) {
				d.fault(at, "$%s has %d arguments", f.Name, len(n.Arguments))
			}
		}
		below(top, n.Function)
		below(top, n.Arguments...)
	default:
		below(top, jsonata.Children(n)...)
	}
}

// target is a step of a path without its predicates, orders and groupings.
func target(n jsonata.Node) jsonata.Node {
	switch n := n.(type) {
	case *jsonata.Filter:
		return target(n.Target)
	case *jsonata.Keep:
		return target(n.Target)
	case *jsonata.Sort:
		return target(n.Target)
	case *jsonata.Group:
		return target(n.Target)
	}
	return n
}

// contextMembers are the members of the Context object that every state has.
var contextMembers = []string{"Execution", "StateMachine", "State"}

// reserved checks which member of $states is read.
func (d *documentation) reserved(at string, steps []jsonata.Node, here site) {
	member := func(i int) string {
		if i < len(steps) {
			if name, ok := target(steps[i]).(*jsonata.Name); ok {
				return name.Value
			}
		}
		return ""
	}
	switch first := member(0); {
	case first == "input":
	case first == "context":
		if second := member(1); second != "" && !slices.Contains(append(here.reads, contextMembers...), second) {
			d.fault(at, "the Context object has no %s here", second)
		}
	case first == "" || !slices.Contains(here.reads, first):
		d.fault(at, "$states has no %q here", first)
	}
}

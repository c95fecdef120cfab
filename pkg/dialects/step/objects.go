package step

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm/runtime"

	"github.com/flowglot/flowglot/pkg/value"
)

// The library knows objects as maps, which have no order. So that members keep the order in which they were written or
// made, an expression computes with *value.Object: whatever in it looks into an object or makes one is a call of a
// function of ours. An object is never turned into a map and back; one that passes through stays the one it was.

// The names of the functions that no expression can express.
const (
	theMember  = "the member of a value"
	theHolder  = "the member of a value, and nothing else"
	theLiteral = "the object of a literal"
	newGroups  = "new groups"
	intoGroups = "an item into its group"
)

// objectFunctions take the place of functions of the library that would see an object as a value of no use. Their keys are
// the names of those with something before them, so that the parser does not take them for functions of ours.
var objectFunctions = map[string]function{
	ofObjects + "len":       length,
	ofObjects + "type":      nameOfType,
	ofObjects + "get":       get,
	ofObjects + "string":    toString,
	ofObjects + "toJSON":    toJSON,
	ofObjects + "fromJSON":  fromJSON,
	ofObjects + "fromPairs": fromPairs,
	ofObjects + "flatten":   flatten,

	theMember:  func(_ *meter, args []any) (any, error) { return member(args[0], args[1]) },
	theHolder:  holder,
	theLiteral: literalObject,
	newGroups:  func(*meter, []any) (any, error) { return &groups{items: map[any][]any{}}, nil },
	intoGroups: intoGroup,
}

const ofObjects = "our "

// visitMember makes our code look up a member. Where the base may be missing, the library decides that, and looks into a map
// of that member alone.
func (p *program) visitMember(node *ast.Node, n *ast.MemberNode) {
	if !n.Optional {
		ast.Patch(node, callOf(theMember, n.Node, n.Property))
		return
	}
	args := []ast.Node{n.Node}
	if name, ok := n.Property.(*ast.StringNode); ok {
		args = append(args, &ast.StringNode{Value: name.Value})
	}
	held := callOf(theHolder, args...)
	held.SetLocation(n.Location())
	n.Node = held
}

// callOf is a call of a function that needs no meter. Its first argument has to be the first thing that is computed, since
// what leaves a chain of optional members results in that alone.
func callOf(name string, args ...ast.Node) *ast.CallNode {
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args}
}

// visitObject has the object of a literal made in the order of its text.
func (p *program) visitObject(node *ast.Node, n *ast.MapNode) {
	var args []ast.Node
	for _, x := range n.Pairs {
		pair := x.(*ast.PairNode)
		args = append(args, pair.Key, pair.Value)
	}
	p.call(node, theLiteral, args...)
}

func (p *program) visitBuiltin(node *ast.Node, n *ast.BuiltinNode) {
	if n.Name == "groupBy" {
		p.visitGroups(n)
	} else if _, ours := functions[ofObjects+n.Name]; ours {
		p.call(node, ofObjects+n.Name, n.Arguments...)
	}
}

// visitGroups has groups made by us, which keep the order of their first items.
func (p *program) visitGroups(n *ast.BuiltinNode) {
	predicate := n.Arguments[1].(*ast.PredicateNode)
	put := ast.Node(&ast.NilNode{})
	put.SetLocation(n.Location())
	p.call(&put, intoGroups, &ast.PointerNode{Name: "acc"}, predicate.Node, &ast.PointerNode{})
	predicate.Node = put
	n.Name = "reduce"
	n.Arguments = append(n.Arguments, callOf(newGroups))
}

// An unfinished object is one that an expression made and that has values which no variable can have, such as times. They
// become values when the object does, see plain.
type unfinished struct{ members *value.Object }

// String is what the function string makes of it.
func (u *unfinished) String() string { return printed(u) }

// Groups are what groupBy makes: lists by keys, which are scalars.
type groups struct {
	keys  []any // in the order of their first items
	items map[any][]any
}

// String is what the function string makes of it.
func (g *groups) String() string { return printed(g) }

// MarshalJSON is what the function toJSON makes of it.
func (u *unfinished) MarshalJSON() ([]byte, error) { return []byte(printed(u)), nil }

// MarshalJSON is what the function toJSON makes of it.
func (g *groups) MarshalJSON() ([]byte, error) { return []byte(printed(g)), nil }

func printed(v any) string {
	x, ok := plain(v)
	if !ok {
		return "null"
	}
	return string(value.Append(nil, x))
}

// objectOf returns an object that an expression computes with, and whether a value is one. The values of one that is
// unfinished may be none that a variable can have.
func objectOf(v any) (*value.Object, bool) {
	switch v := v.(type) {
	case *value.Object:
		return v, true
	case *unfinished:
		return v.members, true
	case *groups:
		o, ok := plain(v)
		if !ok {
			return nil, false
		}
		return o.(*value.Object), true
	}
	return nil, false
}

// member returns a member of an object, null if there is none, or an item of a list.
func member(v, key any) (any, error) {
	switch v := v.(type) {
	case *groups:
		switch key.(type) {
		case nil, string, bool, int, int64, float64:
			return memberOrNull(v.items[key]), nil
		}
		return nil, notKey(key)
	case *value.Object, *unfinished:
		o, _ := objectOf(v)
		name, ok := key.(string)
		if !ok && key != nil {
			return nil, notKey(key)
		}
		return o.Get(name), nil
	}
	return runtime.Fetch(v, key), nil
}

func memberOrNull(list []any) any {
	if list == nil {
		return nil
	}
	return list
}

func notKey(key any) error { return fmt.Errorf("%s is not the key of a member", typeName(key)) }

// holder returns an object as a map that the library can look into, with the given member or, if that has to be computed
// yet, with all.
func holder(_ *meter, args []any) (any, error) {
	o, ok := objectOf(args[0])
	if !ok {
		return args[0], nil
	}
	if len(args) > 1 {
		v, err := member(args[0], args[1])
		return map[string]any{args[1].(string): v}, err
	}
	all := make(map[string]any, o.Len())
	for k, v := range o.All() {
		all[k] = v
	}
	return all, nil
}

// literalObject makes an object of keys and values. Of a duplicate key the library counts the first value.
func literalObject(m *meter, args []any) (any, error) {
	if err := m.spend(len(args) / 2); err != nil {
		return nil, err
	}
	o, finished := value.NewObject(len(args)/2), true
	for i := 0; i < len(args); i += 2 {
		key, ok := args[i].(string)
		if !ok {
			return nil, notKey(args[i])
		}
		if o.Has(key) {
			continue
		}
		v := args[i+1]
		if n, ok := v.(int); ok {
			v = int64(n)
		}
		finished = finished && isPlain(v)
		o.Set(key, v)
	}
	if !finished {
		return &unfinished{o}, nil
	}
	return o, nil
}

// intoGroup adds an item to its group.
func intoGroup(_ *meter, args []any) (any, error) {
	g, key := args[0].(*groups), args[1]
	switch key.(type) {
	case []any, *value.Object, *unfinished, *groups:
		return nil, fmt.Errorf("%s cannot be the key of a group", typeName(key))
	}
	if _, there := g.items[key]; !there {
		g.keys = append(g.keys, key)
	}
	g.items[key] = append(g.items[key], args[2])
	return g, nil
}

func length(_ *meter, args []any) (any, error) {
	if g, ok := args[0].(*groups); ok {
		return len(g.keys), nil
	}
	if o, ok := objectOf(args[0]); ok {
		return o.Len(), nil
	}
	return library("len", args)
}

// nameOfType calls an object a map, as the library does.
func nameOfType(_ *meter, args []any) (any, error) {
	switch args[0].(type) {
	case *value.Object, *unfinished, *groups:
		return "map", nil
	}
	return library("type", args)
}

func get(_ *meter, args []any) (any, error) {
	switch args[0].(type) {
	case *value.Object, *unfinished, *groups:
		return member(args[0], args[1])
	}
	return library("get", args)
}

func toString(m *meter, args []any) (any, error) {
	if err := m.spendPrinted(args[0]); err != nil {
		return nil, err
	}
	return library("string", args)
}

func toJSON(m *meter, args []any) (any, error) {
	if err := m.spendPrinted(args[0]); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(args[0], "", "  ")
	if err != nil {
		return nil, errors.New("it has a value that JSON cannot express")
	}
	return string(text), nil
}

// spendPrinted takes what the text of a value costs, which may be far larger than the value.
func (m *meter) spendPrinted(v any) error {
	x, ok := plain(v)
	if _, isText := x.(string); isText || !ok {
		return nil
	}
	return m.spendText(value.Size(x, maxText))
}

func fromJSON(_ *meter, args []any) (any, error) {
	text, ok := args[0].(string)
	if !ok {
		return nil, fmt.Errorf("\"fromJSON\" takes a text, not %s", typeName(args[0]))
	}
	v, err := value.Parse([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the text is not JSON: %w", err)
	}
	return v, nil
}

// fromPairs makes an object of pairs of a key and a value. Of a duplicate key the last value counts.
func fromPairs(m *meter, args []any) (any, error) {
	pairs, ok := args[0].([]any)
	if !ok {
		return nil, fmt.Errorf("\"fromPairs\" takes a list, not %s", typeName(args[0]))
	}
	if err := m.spend(len(pairs) / perRound); err != nil {
		return nil, err
	}
	o, finished := value.NewObject(len(pairs)), true
	for _, x := range pairs {
		pair, _ := x.([]any)
		if len(pair) != 2 {
			return nil, errors.New("\"fromPairs\" takes pairs of a key and a value")
		}
		key, ok := pair[0].(string)
		if !ok {
			return nil, notKey(pair[0])
		}
		finished = finished && isPlain(pair[1])
		o.Set(key, pair[1])
	}
	if !finished {
		return &unfinished{o}, nil
	}
	return o, nil
}

// flatten puts the items of lists in lists in the place of these.
func flatten(m *meter, args []any) (any, error) {
	out, err := flattened(m, args[0], []any{}, 0)
	if out == nil && err == nil {
		err = fmt.Errorf("\"flatten\" takes a list, not %s", typeName(args[0]))
	}
	return out, err
}

func flattened(m *meter, list any, out []any, depth int) ([]any, error) {
	items, ok := listOf(list)
	switch {
	case !ok:
		return nil, nil
	case depth > value.MaxDepth:
		return nil, errTooMuch
	}
	if m == nil { // it was not foreseen that this costs much
		m = &meter{left: maxRounds}
	}
	for _, x := range items {
		if err := m.spend(1); err != nil {
			return nil, err
		}
		if _, ok := listOf(x); !ok {
			out = append(out, x)
			continue
		}
		var err error
		if out, err = flattened(m, x, out, depth+1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// listOf returns a list that an expression computes with, and whether a value is one.
func listOf(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []int, []string, []float64:
		x, _ := plain(v)
		items, ok := x.([]any)
		return items, ok
	}
	return nil, false
}

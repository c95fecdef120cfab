package step

import (
	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/source"
)

// kindOf returns the kind of the values that an expression has, whatever the variables are; Invalid if that depends on
// them.
func kindOf(n ast.Node) source.Kind {
	switch n := n.(type) {
	case *ast.BoolNode:
		return source.Bool
	case *ast.IntegerNode, *ast.FloatNode:
		return source.Number
	case *ast.StringNode:
		return source.String
	case *ast.NilNode:
		return source.Null
	case *ast.IdentifierNode:
		if isNull(n) {
			return source.Null
		}
	case *ast.ArrayNode, *ast.SliceNode:
		return source.Array
	case *ast.MapNode:
		return source.Object
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			return source.Bool
		}
		return source.Number
	case *ast.BinaryNode:
		return kindOfOperation(n)
	case *ast.BuiltinNode:
		return builtinKinds[n.Name]
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.IdentifierNode); ok && callee.Value == callable {
			return source.Bool
		}
	case *ast.ConditionalNode:
		if k := kindOf(n.Exp1); k == kindOf(n.Exp2) {
			return k
		}
	case *ast.VariableDeclaratorNode:
		return kindOf(n.Expr)
	case *ast.SequenceNode:
		return kindOf(n.Nodes[len(n.Nodes)-1])
	}
	return source.Invalid
}

func kindOfOperation(n *ast.BinaryNode) source.Kind {
	switch n.Operator {
	case "==", "!=", "<", "<=", ">", ">=", "in", "matches", "contains", "startsWith", "endsWith":
		return source.Bool
	case "*", "/", "%", "**", "^":
		return source.Number
	case "..":
		return source.Array
	case "&&", "and", "||", "or": // one that is decided by its second side has its value
		if k := kindOf(n.Right); k == source.Bool || k == source.Invalid {
			return k
		}
	case "+":
		if k := kindOf(n.Left); k == source.Number || k == source.String {
			return k
		}
		return kindOf(n.Right)
	}
	return source.Invalid
}

// neverBoolean reports whether an expression cannot be true or false, whatever the variables are. A sum of two variables
// is a number, a string or a time, and never a boolean.
func neverBoolean(n ast.Node) bool {
	if b, ok := n.(*ast.BinaryNode); ok && (b.Operator == "+" || b.Operator == "-") {
		return true
	}
	k := kindOf(n)
	return k != source.Bool && k != source.Invalid
}

// builtinKinds are the kinds of what functions return, where that is fixed.
var builtinKinds = map[string]source.Kind{
	"all": source.Bool, "none": source.Bool, "any": source.Bool, "one": source.Bool, "hasPrefix": source.Bool, "hasSuffix": source.Bool,
	"len": source.Number, "count": source.Number, "sum": source.Number, "abs": source.Number, "ceil": source.Number,
	"floor": source.Number, "round": source.Number, "int": source.Number, "float": source.Number, "indexOf": source.Number,
	"lastIndexOf": source.Number, "findIndex": source.Number, "findLastIndex": source.Number, "mean": source.Number,
	"median": source.Number, "filter": source.Array, "map": source.Array, "split": source.Array, "keys": source.Array,
	"values": source.Array, "sort": source.Array, "sortBy": source.Array, "reverse": source.Array, "flatten": source.Array,
	"concat": source.Array, "uniq": source.Array, "toPairs": source.Array, "fromPairs": source.Object, "groupBy": source.Object,
	"type": source.String, "string": source.String, "trim": source.String, "upper": source.String, "lower": source.String,
	"replace": source.String, "repeat": source.String, "join": source.String, "toJSON": source.String,
}

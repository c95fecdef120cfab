package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// templateText returns an expression in common terms as the value of a dynamic field of a payload template, whose key ends in ".$": a path,
// or the call of an intrinsic function. Paths that begin at the root begin at $. It reports false where neither can express it (asl today:
// "Payload templates", "Intrinsic functions").
func templateText(x expr.Expr, root expr.Root) (string, bool) {
	w := &templateWriter{root: root}
	text := w.dynamic(x)
	if w.failed || w.calls > maxIntrinsics {
		return "", false
	}
	return text, true
}

// A templateWriter writes dynamic fields.
type templateWriter struct {
	root   expr.Root
	calls  int
	failed bool
}

func (w *templateWriter) fail() string {
	w.failed = true
	return ""
}

// dynamic writes a path or a call.
func (w *templateWriter) dynamic(x expr.Expr) string {
	switch x := x.(type) {
	case *expr.Path:
		return w.path(x)
	case *expr.Apply:
		return w.call(x)
	case *expr.Compare:
		if x.Op == expr.In && x.As == expr.Alike {
			return w.function("States.ArrayContains", x.Right, x.Left)
		}
	case *expr.List:
		return w.function("States.Array", x.Items...)
	}
	return w.fail()
}

// path writes a path. What begins at another root than the one that $ stands for is not there.
func (w *templateWriter) path(p *expr.Path) string {
	out := *p
	switch {
	case p.OrNull:
		return w.fail()
	case p.Root == w.root:
		out.Root = expr.RootInput
	case p.Root != expr.RootContext && p.Root != expr.RootVar:
		return w.fail()
	}
	return out.String()
}

func (w *templateWriter) call(x *expr.Apply) string {
	switch x.Do {
	case expr.Concat:
		return w.format(x)
	case expr.Count:
		return w.function("States.ArrayLength", x.Args...)
	case expr.ToJSON:
		return w.function("States.JsonToString", x.Args...)
	case expr.FromJSON:
		return w.function("States.StringToJson", x.Args...)
	case expr.Nth:
		if i, ok := literalIndex(x.Args[1]); ok && i >= 0 {
			return w.function("States.ArrayGetItem", x.Args...)
		}
	case expr.Merge:
		if len(x.Args) == 2 {
			return w.function("States.JsonMerge", x.Args[0], x.Args[1], &expr.Literal{Value: false})
		}
	}
	return w.fail()
}

func literalIndex(x expr.Expr) (int64, bool) {
	l, ok := x.(*expr.Literal)
	if !ok {
		return 0, false
	}
	i, ok := l.Value.(int64)
	return i, ok
}

func (w *templateWriter) function(name string, args ...expr.Expr) string {
	w.calls++
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = w.argument(a)
	}
	return name + "(" + strings.Join(texts, ", ") + ")"
}

// argument writes an argument of a function: a fixed value, a path or a call.
func (w *templateWriter) argument(x expr.Expr) string {
	l, ok := x.(*expr.Literal)
	if !ok {
		return w.dynamic(x)
	}
	switch v := l.Value.(type) {
	case string:
		return intrinsicText(v)
	case nil, bool, int64, float64:
		return string(value.Append(nil, v))
	}
	return w.fail()
}

var intrinsicEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, `{`, `\{`, `}`, `\}`)

func intrinsicText(s string) string { return "'" + intrinsicEscapes.Replace(s) + "'" }

// format writes texts and values one after the other.
func (w *templateWriter) format(x *expr.Apply) string {
	w.calls++
	var template strings.Builder
	var values []string
	for _, a := range x.Args {
		if l, ok := a.(*expr.Literal); ok {
			s, text := l.Value.(string)
			if !text {
				return w.fail()
			}
			template.WriteString(intrinsicEscapes.Replace(s))
			continue
		}
		if text, ok := a.(*expr.Apply); ok && text.Do == expr.ToText {
			a = text.Args[0]
		}
		template.WriteString("{}")
		values = append(values, ", "+w.argument(a))
	}
	return formatName + "('" + template.String() + "'" + strings.Join(values, "") + ")"
}

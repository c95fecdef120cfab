package graph

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// maxValue is how many characters of a value or an address a line shows.
const maxValue = 60

// body returns the lines below the name of a node. A state of an entity has none: what there is to show is on its
// transitions.
func (t texts) body(n *workflow.Node) []string {
	if n.Kind == workflow.State {
		return nil
	}
	lines := []string{t.headline(n)}
	if o, ok := n.Data.Result.(*expr.Object); ok {
		lines = append(lines, t.members(o)...)
	}
	if n.Rules != nil {
		lines = append(lines, t.rules(n.Rules)...)
	}
	lines = append(lines, t.actions(n)...)
	for i := range n.Retry {
		lines = append(lines, t.retrier(&n.Retry[i]))
	}
	for i := range n.Timers {
		if timer := &n.Timers[i]; !timer.Implied && timer.Edge == nil {
			lines = append(lines, t.timer(timer))
		}
	}
	return lines
}

// headline returns the first line: the author's word for the kind, and what the node does.
func (t texts) headline(n *workflow.Node) string {
	word := oneLine(n.Element.Kind)
	if word == "" {
		word = n.Kind.String()
	}
	switch {
	case n.Call != nil && n.Call.Workflow:
		if n.Role != workflow.Primary {
			word = "workflow"
		}
		return word + " " + t.next + t.cut(oneLine(n.Call.Task), maxValue)
	case n.Body != nil && t.scope(n) != "":
		return t.parts(word, t.scope(n))
	case n.Call != nil:
		return t.parts(word, t.cut(oneLine(address(n.Call.Task)), maxValue))
	case n.Rules != nil:
		return t.parts(word, policies[n.Rules.Policy]+", "+count(len(n.Rules.Rules), "rule", "rules"))
	case n.Awaits != nil && n.Awaits.Kind == "userTask":
		return word + t.person
	case n.Awaits != nil:
		return t.parts(word, strings.TrimSpace(t.letter+n.Awaits.Kind))
	case n.Until != nil:
		return strings.TrimSpace(word + " " + t.clock + t.until(n.Until))
	case n.Body != nil && len(n.Body.Regions) > 1:
		return word + ", " + count(len(n.Body.Regions), "branch", "branches")
	case n.Raises != nil:
		what := n.Raises.Name
		if what == nil {
			what = n.Raises.Cause
		}
		return t.parts(word, t.value(what))
	default:
		return word
	}
}

// parts joins two parts of a line, the second of which may be empty.
func (t texts) parts(first, second string) string {
	if second == "" {
		return first
	}
	return first + t.dot + second
}

// retrier returns the line of a retrier: how often, after which errors, and the delays.
func (t texts) retrier(r *workflow.Retrier) string {
	if r.Interval == 0 && len(r.On) == 1 && r.On[0].All && r.On[0].Text == "" {
		return t.retry + count(r.Limit, "retry", "retries")
	}
	if r.Delay != nil {
		return t.addedUp(r)
	}
	line := t.retry + strconv.Itoa(r.Limit) + t.times + " " + t.fewNames(r.On) + ", " + inSeconds(r.Interval)
	if r.Factor != 1 {
		line += " " + t.times + decimal(r.Factor)
	}
	return t.broken(line)
}

// timer returns the line of a time limit.
func (t texts) timer(timer *workflow.Timer) string {
	what := "timeout "
	if timer.Raises == workflow.ClassHeartbeat {
		what = "heartbeat "
	}
	return t.clock + what + t.until(&timer.Length)
}

// value returns a short expression on one line. A text that is written out has no quotes.
func (t texts) value(x expr.Expr) string {
	if x == nil {
		return ""
	}
	text := ""
	switch x := x.(type) {
	case *expr.Literal:
		text = literal(x)
	default:
		text = expr.Readable(x)
	}
	return t.cut(oneLine(text), maxValue)
}

// literal returns a fixed value: a text without quotes, a number as it was written.
func literal(x *expr.Literal) string {
	if x.Node != nil && x.Node.Kind == source.Number {
		return x.Node.Text
	}
	if s, ok := x.Value.(string); ok {
		return s
	}
	return expr.Readable(x)
}

// mostNames is how many errors a retrier shows.
const mostNames = 3

// fewNames returns the first names of what a retrier takes, and how many more there are.
func (t texts) fewNames(m workflow.Matcher) string {
	if len(m) <= mostNames {
		return t.cut(errorNames(m), maxLabel)
	}
	return t.cut(errorNames(m[:mostNames-1]), maxLabel) + ", " + strconv.Itoa(len(m)-mostNames+1) + " more"
}

// broken breaks a line of a box that is too wide, since not every form of a drawing breaks lines itself.
func (t texts) broken(line string) string { return strings.Join(Wrap(line, bodyWidth), "\n") }

// bodyWidth is how many characters a line of a retrier has.
const bodyWidth = 54

// errorNames returns what a matcher takes, as it was written.
func errorNames(m workflow.Matcher) string {
	names := make([]string, len(m))
	for i := range m {
		names[i] = oneLine(m[i].String())
	}
	return strings.Join(names, ", ")
}

// edgeLabel returns the label of one edge of the model; number is that of a rule, or 0. Errors are named without the
// sign, which is written once before those of all edges that are drawn as one.
func (t texts) edgeLabel(e *workflow.Edge, number int) string {
	switch e.Kind {
	case workflow.Guarded:
		condition := ""
		if e.Guard != nil {
			condition = oneLine(expr.Readable(e.Guard))
		}
		if e.From.Kind == workflow.Await {
			return t.letter + t.cut(condition, maxLabel) // the first to come decides, in no order
		}
		if number > 0 {
			condition = strings.TrimSpace(strconv.Itoa(number) + " " + condition)
		}
		return wrap(t.cut(condition, maxLabel))
	case workflow.Default:
		return "default"
	case workflow.OnError:
		return errorNames(e.On)
	case workflow.OnTimer:
		return t.timed(e)
	default:
		return ""
	}
}

// joined returns the label of an edge that stands for several of the model.
func (t texts) joined(kind EdgeKind, labels []string) string {
	switch kind {
	case KindError:
		names := strings.SplitAfter(t.errors+strings.Join(labels, ", "), ", ")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		return fill(names, func(name string) string { return name })
	case KindDefault:
		return "default"
	default:
		return strings.Join(labels, "\n")
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// decimal writes a number without an exponent and without needless zeros.
func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

package all_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A translator is a dialect that writes the expressions of others.
type translator interface {
	dialects.Dialect
	Condition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string)
	Value(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string)
}

func translatorNamed(t testing.TB, name string) translator {
	for _, d := range all.Dialects() {
		if x, ok := d.(translator); ok && d.Name() == name {
			return x
		}
	}
	t.Fatalf("%s does not write expressions", name)
	return nil
}

// quoted is a text in JSON.
func quoted(text string) string { return string(value.Append(nil, text)) }

// conditionIn reads a condition of a dialect: as the only one of a small definition.
func conditionIn(t testing.TB, dialect, text string) expr.Expr {
	x := conditionIfAny(t, dialect, text)
	if x == nil {
		t.Fatalf("the %s condition %s was not read", dialect, text)
	}
	return x
}

// conditionIfAny is nil for a text that is not a condition.
func conditionIfAny(t testing.TB, dialect, text string) expr.Expr {
	definition := ""
	switch dialect {
	case "step":
		definition = fmt.Sprintf(`{"id": "w", "steps": [{"id": "d", "type": "DECISION", "conditionalNextSteps": {%s: "e"}}, {"id": "e", "type": "END"}]}`, quoted(text))
	case "sw":
		definition = fmt.Sprintf(`{"id": "w", "name": "w", "version": "1", "states": [{"name": "s", "type": "switch", "start": {"kind": "default"}, "dataConditions": [
			{"condition": %s, "transition": {"nextState": "e"}}], "default": {"transition": {"nextState": "e"}}}, {"name": "e", "type": "inject", "data": {}, "end": true}]}`, quoted(text))
	case "arrow":
		definition = "a → ?`" + text + "` b\n"
	case "asl":
		definition = fmt.Sprintf(`{"StartAt": "C", "States": {"C": {"Type": "Choice", %s"Choices": [%s], "Default": "E"}, "E": {"Type": "Succeed"}}}`, language(text), nextIn(text))
	case "fsm":
		definition = fmt.Sprintf(`{"workflows": [{"version": "1", "name": "w", "initialState": "a", "active": true, "states": {
			"a": {"transitions": [{"name": "t", "next": "b", "manual": false, "criterion": %s}]}, "b": {"transitions": []}}}]}`, text)
	}
	p := lowered(t, dialect, definition)
	if p == nil {
		return nil
	}
	for _, w := range p.Workflows {
		for _, e := range w.Edges {
			if e.Guard != nil {
				return e.Guard
			}
		}
		for _, n := range w.Nodes {
			if n.When != nil {
				return n.When
			}
		}
	}
	return nil
}

// language is the field of a state of asl that a rule needs.
func language(rule string) string {
	if strings.Contains(rule, `"Condition"`) {
		return `"QueryLanguage": "JSONata", `
	}
	return ""
}

// nextIn is a rule of asl with a target.
func nextIn(rule string) string { return strings.TrimSuffix(rule, "}") + `, "Next": "E"}` }

// lowered is a definition as a program; nil if it cannot be read.
func lowered(t testing.TB, dialect, definition string) *workflow.Program {
	d := translatorNamed(t, dialect)
	loader := load.Loader{Settings: load.Always(load.Settings{Dialect: d})}
	read := loader.Read(load.Text("d"+d.Suffixes()[0], []byte(definition)))
	if len(read.Problems) > 0 || read.Syntax == nil {
		return nil
	}
	return read.Lower()
}

// written is an expression as its dialect writes it; of what no text expresses, it is the expression for people.
func written(x expr.Expr) string {
	n := dialects.Written(x)
	if n.Kind.String() == "a string" {
		return n.Text
	}
	return string(value.Append(nil, value.Of(n)))
}

var typed = &dialects.Sight{Domain: dialects.Domain{Objects: true, Typed: true, Disjoint: true}}

// readablePairs are conditions, and what a practitioner would write in other dialects. A text that begins with "lacks:" is what the dialect
// does not have.
var readablePairs = []struct {
	from, text string
	want       map[string]string
}{
	{"step", "score >= 700", map[string]string{"sw": "{{ $[?(@.score >= 700)] }}", "arrow": "$[?(@.score >= 700)]"}},
	{"step", "'ADMIN' in user.roles", map[string]string{"sw": "{{ $[?('ADMIN' in @.user.roles)] }}", "arrow": "$[?('ADMIN' in @.user.roles)]"}},
	{"step", "!contains(user.roles, 'ADMIN')", map[string]string{"sw": "{{ $[?('ADMIN' nin @.user.roles)] }}"}},
	{"step", "any(items, #.qty > 10)", map[string]string{"sw": "{{ $.items[?(@.qty > 10)] }}", "arrow": "$.items[?(@.qty > 10)]"}},
	{"step", "all(items, #.qty > limit)", map[string]string{"sw": "{{ $[?(!@.items[?(!(@.qty > $.limit))])] }}"}},
	{"step", "len(attachments) == 2", map[string]string{"sw": "{{ $[?(@.attachments.length() == 2)] }}"}},
	{"step", "status in ['PAID', 'SENT'] && total > 10", map[string]string{"sw": "{{ $[?(@.status in ['PAID','SENT'] && @.total > 10)] }}"}},
	{"step", "creditScore >= 600 && !blacklisted", map[string]string{"sw": "{{ $[?(@.creditScore >= 600 && @.blacklisted != true)] }}"}},
	{"step", "total * 2 > limit", map[string]string{"sw": "lacks: `$.total * 2`"}},
	{"sw", "{{ $[?(@.verified == false || @.fraudRisk > 0.8)] }}", map[string]string{"step": "!verified || fraudRisk > 0.8"}},
	{"sw", "{{ $.orders[?(@.total > 100)] }}", map[string]string{"step": "any(orders, #.total > 100)", "arrow": "$.orders[?(@.total > 100)]"}},
	{"sw", "{{ $.approved }}", map[string]string{"step": "approved", "arrow": "$[?(@.approved == true)]"}},
	{"sw", "{{ $[?(@.coupon != null && @.coupon.rate > 5)] }}", map[string]string{"step": "$env.coupon != nil && $env.coupon.rate > 5"}},
	{"arrow", "$[?(@.decision == 'APPROVED')]", map[string]string{"step": "decision == 'APPROVED'", "sw": "{{ $[?(@.decision == 'APPROVED')] }}"}},
	{"asl", `{"Variable": "$.total", "NumericGreaterThan": 100}`, map[string]string{"step": "total > 100", "sw": "{{ $[?(@.total > 100)] }}", "arrow": "$[?(@.total > 100)]"}},
	{"asl", `{"And": [{"Variable": "$.coupon", "IsPresent": true}, {"Variable": "$.coupon.rate", "NumericGreaterThan": 5}]}`,
		map[string]string{"step": "'coupon' in $env && $env.coupon.rate > 5", "sw": "{{ $[?(@.coupon != null && @.coupon.rate > 5)] }}"}},
	{"asl", `{"Not": {"Variable": "$.status", "StringEquals": "PAID"}}`, map[string]string{"step": "status != 'PAID'", "sw": "{{ $[?(@.status != 'PAID')] }}"}},
	{"asl", `{"Variable": "$.due", "TimestampLessThan": "2026-01-01T00:00:00Z"}`, map[string]string{"step": "date(due) < date('2026-01-01T00:00:00Z')",
		"sw": "lacks: the order of timestamps"}},
	{"asl", `{"Variable": "$.name", "StringMatches": "VIP*"}`, map[string]string{"step": "name startsWith 'VIP'"}},
	{"asl", `{"Variable": "$.total", "NumericGreaterThanPath": "$.limit"}`, map[string]string{"step": "total > limit"}},
	{"asl", `{"Condition": "{% $states.input.total > 100 and $not($states.input.vip) %}"}`, map[string]string{"step": "total > 100 && !vip",
		"sw": "{{ $[?(@.total > 100 && @.vip != true)] }}"}},
	{"asl", `{"Condition": "{% $exists($states.input.items[qty > 10]) %}"}`, map[string]string{"step": "any(items, #.qty > 10)", "arrow": "$.items[?(@.qty > 10)]"}},
	{"asl", `{"Condition": "{% $count($states.input.items[price * qty > $states.input.limit]) > 1 %}"}`, map[string]string{
		"step": "len(filter(items, #.price * #.qty > limit)) > 1", "arrow": "lacks: `@.price * @.qty`"}},
	{"asl", `{"Condition": "{% 'ADMIN' in $states.input.user.roles %}"}`, map[string]string{"step": "'ADMIN' in user.roles"}},
	{"fsm", simple("$.amount", "GREATER_THAN", "1000"), map[string]string{"step": "amount > 1000", "sw": "{{ $[?(@.amount > 1000)] }}", "asl": "$.amount > 1000"}},
	{"fsm", simple("$.state", "EQUALS", `"PAID"`), map[string]string{"step": "state == 'PAID'", "arrow": "$[?(@.state == 'PAID')]"}},
	{"fsm", simple("$.tenant", "IEQUALS", `"ACME"`), map[string]string{"step": "lower(tenant) == 'acme'", "sw": "{{ $[?(@.tenant =~ /(?is)ACME/)] }}"}},
	{"fsm", simple("$.orders[*].total", "GREATER_OR_EQUAL", "100"), map[string]string{"step": "any(orders, #.total >= 100)", "arrow": "$.orders[?(@.total >= 100)]"}},
	{"fsm", simple("$.total", "BETWEEN", "[5, 10]"), map[string]string{"step": "total > 5 && total < 10", "sw": "{{ $[?(@.total > 5 && @.total < 10)] }}"}},
	{"fsm", simple("$.note", "NOT_NULL", ""), map[string]string{"step": "$env.note != nil", "sw": "{{ $[?(@.note != null)] }}"}},
	{"fsm", simple("$.sku", "LIKE", `"A_-%"`), map[string]string{"step": "sku matches '(?s)^A.-.*$'"}},
	{"step", "score >= 700 && kind == 'B' && !blocked", map[string]string{"fsm": `$.score >= 700 and $.kind == "B" and $.blocked != true`}},
	{"step", "'ADMIN' in user.roles", map[string]string{"fsm": `$.user.roles == "ADMIN"`}},
	{"step", "!('ADMIN' in user.roles)", map[string]string{"fsm": "lacks: `not (\"ADMIN\" in $.user.roles)`"}},
	{"step", "any(items, #.qty > 10)", map[string]string{"fsm": "$.items[*].qty > 10"}},
	{"step", "zip == '01234'", map[string]string{"fsm": `$.zip matches "^01234$"`}},
	{"step", "len(items) > 2", map[string]string{"fsm": "lacks: `length($.items) > 2`"}},
	{"arrow", "$[?(@.order.coupon)]", map[string]string{"step": "'coupon' in ($env.order ?? {})"}},
}

// simple is a criterion of fsm.
func simple(path, operator, v string) string {
	if v != "" {
		v = `, "value": ` + v
	}
	return fmt.Sprintf(`{"type": "simple", "jsonPath": %q, "operatorType": %q%s}`, path, operator, v)
}

func TestReadableConditions(t *testing.T) {
	t.Parallel()
	for _, pair := range readablePairs {
		x := conditionIn(t, pair.from, pair.text)
		for to, want := range pair.want {
			out, lacks := translatorNamed(t, to).Condition(x, typed)
			got := "lacks: " + lacks
			if out != nil {
				got = written(out)
			}
			if got != want {
				t.Errorf("%s %s is in %s\n\t%s, want\n\t%s", pair.from, pair.text, to, got, want)
			}
		}
	}
}

// TestDocumentedConditions has the table of docs/convert.md say what is written.
func TestDocumentedConditions(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/convert.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 || !strings.HasPrefix(cells[0], " `") || !strings.Contains(cells[3], "$") {
			continue
		}
		rows++
		for i := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "`")
		}
		x := conditionIn(t, "step", cells[0])
		for i, name := range []string{"sw", "arrow"} {
			got := ""
			if out, _ := translatorNamed(t, name).Condition(x, typed); out != nil {
				got = strings.TrimSuffix(strings.TrimPrefix(written(out), "{{ "), " }}")
			}
			if got != cells[i+1] {
				t.Errorf("%s is in %s %s, want %s", cells[0], name, got, cells[i+1])
			}
		}
	}
	if rows < 7 {
		t.Errorf("%d rows were found", rows)
	}
}

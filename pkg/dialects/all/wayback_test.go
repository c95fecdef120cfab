package all_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestNegatedMembership has a condition that keeps guests out do so in each dialect that can express it; the others say what they lack, so
// that nothing weaker is written.
func TestNegatedMembership(t *testing.T) {
	t.Parallel()
	x := conditionIn(t, "step", "!contains(user.roles, 'ADMIN')")
	guest := valuetest.Object("user", valuetest.Object("roles", []any{"GUEST"}))
	admin := valuetest.Object("user", valuetest.Object("roles", []any{"GUEST", "ADMIN"}))
	for _, name := range everyone {
		out, lacks := translatorNamed(t, name).Condition(x, typed)
		if out == nil {
			if name != "fsm" || lacks == "" {
				t.Errorf("%s lacks %q", name, lacks)
			}
			continue
		}
		refused, err := expr.Holds(out, &expr.Env{Input: guest})
		passed, err2 := expr.Holds(out, &expr.Env{Input: admin})
		if !refused || passed || err != nil || err2 != nil {
			t.Errorf("in %s it is %t of a guest, and %t of an administrator (%v, %v)", name, refused, passed, err, err2)
		}
	}
}

// TestWayBack takes conditions to another dialect and back: what a dialect writes for another one it reads as what it was.
func TestWayBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, text string
		over       []string
	}{
		{"step", "total > 1000", []string{"sw", "arrow", "asl", "fsm"}},
		{"step", "status in ['PAID', 'SENT'] && total >= 10", []string{"sw", "arrow", "asl"}},
		{"step", "any(items, #.qty > 10)", []string{"sw", "arrow", "asl", "fsm"}},
		{"step", "'coupon' in $env && $env.coupon.rate > 5", []string{"asl"}},
		{"step", "$env.coupon != nil", []string{"sw", "arrow", "asl", "fsm"}},
		{"step", "creditScore >= 600 && !blacklisted", []string{"sw", "arrow", "asl", "fsm"}},
		{"step", "name startsWith 'VIP'", []string{"sw", "arrow", "asl", "fsm"}},
		{"step", "len(attachments) > 0", []string{"sw", "arrow", "asl"}},
		{"step", "type(score) in ['int', 'float'] && score >= 700", []string{"asl"}},
		{"step", "date(due) >= date('2026-01-01T00:00:00+01:00')", []string{"asl"}},
		{"step", "a + b > 10 ? vip : !vip", []string{"asl"}},
		{"sw", "{{ $[?(@.order.total > 1000)] }}", []string{"step", "arrow", "asl", "fsm"}},
		{"sw", "{{ $.orders[?(@.total > 100)] }}", []string{"step", "arrow", "asl", "fsm"}},
		{"sw", "{{ $[?(@.coupon != null)] }}", []string{"step", "arrow", "asl", "fsm"}},
		{"sw", "{{ $[?('ADMIN' nin @.user.roles)] }}", []string{"step", "arrow", "asl"}},
		{"arrow", "$[?(@.decision == 'APPROVED')]", []string{"step", "sw", "asl", "fsm"}},
		{"arrow", "$[?(@.order.items.length() >= 2)]", []string{"step", "sw", "asl"}},
		{"arrow", "$[?(!(@.a == 1 || @.b == 2))]", []string{"step", "sw", "asl"}},
	} {
		x := conditionIn(t, test.from, test.text)
		for _, over := range test.over {
			there, lacks := translatorNamed(t, over).Condition(x, typed)
			if there == nil {
				t.Errorf("%s %s in %s lacks %s", test.from, test.text, over, lacks)
				continue
			}
			if over == "step" || over == "sw" || over == "arrow" {
				there = conditionIn(t, over, written(there))
			}
			back, lacks := translatorNamed(t, test.from).Condition(there, typed)
			if back == nil || written(back) != test.text {
				t.Errorf("%s %s is %s in %s, and comes back as %v %s", test.from, test.text, written(there), over, back, lacks)
				if back != nil {
					t.Log(written(back))
				}
			}
		}
	}
}

// TestNestedConditions takes conditions that nest deeply, or are long, to all dialects: the work does not double with each level.
func TestNestedConditions(t *testing.T) {
	t.Parallel()
	nested := func(before, inner, after string, n int) string {
		return strings.Repeat(before, n) + inner + strings.Repeat(after, n)
	}
	for _, test := range []struct{ from, text string }{
		{"step", nested("any(", "a", ", # == 1)", 40)},
		{"step", nested("len(filter(", "a", ", # == 1)) > 1 ? b : c", 1)},
		{"step", nested("(", "a", " ? b : c)", 60)},
		{"step", nested("!(", "a == 1 && b", ")", 60)},
		{"step", "a == 1" + strings.Repeat(" || b == 2 && c", 500)},
		{"asl", `{"Condition": "{% $count(` + nested("[", "$states.input.a", "]", 90) + `) > 1 %}"}`},
		{"asl", `{"Condition": "{% $exists(` + nested("$filter(", "$states.input.a", ", function($x) { $x.b })", 90) + `) %}"}`},
		{"asl", `{"Condition": "{% $states.input.a` + strings.Repeat(" and $states.input.b > 1", 3000) + ` %}"}`},
		{"asl", nested(`{"Not": `, `{"Variable": "$.a", "IsPresent": true}`, "}", 200)},
		{"sw", "{{ $[?(" + nested("(", "@.a", " && @.b)", 30) + ")] }}"},
	} {
		x := conditionIfAny(t, test.from, test.text)
		if x == nil {
			t.Logf("%.60s is not read", test.text)
			continue
		}
		for _, to := range everyone {
			if out, lacks := translatorNamed(t, to).Condition(x, typed); out == nil && lacks == "" {
				t.Errorf("%.60s in %s lacks nothing and is not written", test.text, to)
			}
		}
	}
}

// TestInstants compares timestamps as asl does, whatever their offsets are.
func TestInstants(t *testing.T) {
	t.Parallel()
	x := conditionIn(t, "asl", `{"Variable": "$.due", "TimestampLessThan": "2026-01-01T00:00:00Z"}`)
	out, lacks := translatorNamed(t, "step").Condition(x, typed)
	if out == nil {
		t.Fatal(lacks)
	}
	for due, want := range map[string]bool{"2025-12-31T23:59:59Z": true, "2026-01-01T00:00:00Z": false, "2026-01-01T00:30:00+01:00": true,
		"2025-12-31T23:30:00-01:00": false, "2025-12-31T23:59:59.999Z": true} {
		env := &expr.Env{Input: valuetest.Object("due", due)}
		there, err := expr.Holds(x, env)
		here, err2 := expr.Holds(out, env)
		if there != want || here != want || err != nil || err2 != nil {
			t.Errorf("%s: %t and %t, want %t (%v, %v)", due, there, here, want, err, err2)
		}
	}
}

// TestWayBackOfAnyData takes filters to languages that need several tests for what a filter asks of data of any type in one, and back, where
// they are the one question again.
func TestWayBackOfAnyData(t *testing.T) {
	t.Parallel()
	anyType := &dialects.Sight{Domain: dialects.Domain{Objects: true}}
	for _, test := range []struct {
		from, text string
		over       []string
	}{
		{"sw", "{{ $.payment }}", []string{"asl"}},
		{"sw", "{{ $.order[?(@.total > 2500)] }}", []string{"step"}},
		{"sw", "{{ $.export[?(@.state == 'ready')] }}", []string{"step"}},
		{"arrow", "$.export[?(@.state == 'ready')]", []string{"step"}},
		{"sw", "{{ $.order[?(@.total > 2500 && @.open == true)] }}", []string{"step"}},
	} {
		x := conditionIn(t, test.from, test.text)
		for _, over := range test.over {
			there, lacks := translatorNamed(t, over).Condition(x, anyType)
			if there == nil {
				t.Errorf("%s %s in %s lacks %s", test.from, test.text, over, lacks)
				continue
			}
			if over == "step" {
				there = conditionIn(t, over, written(there))
			}
			if back, lacks := translatorNamed(t, test.from).Condition(there, typed); back == nil || written(back) != test.text {
				t.Errorf("%s %s is %s in %s, and comes back as %v %s", test.from, test.text, written(there), over, back, lacks)
			}
		}
	}
	for _, text := range []string{ // which ask something else of lists and of objects, or leave a value out
		"type($env.a) == 'array' && any($env.a, type(#) == 'map' && #.n == 1) || type($env.a) == 'map' && $env.a.n == 2",
		"type($env.a) == 'array' && any($env.a, type(#) == 'map' && #.n == 1) || type($env.b) == 'map' && $env.b.n == 1",
		"type($env.a) == 'array' && all($env.a, type(#) == 'map' && #.n == 1) || type($env.a) == 'map' && $env.a.n == 1",
	} {
		if out, _ := translatorNamed(t, "sw").Condition(conditionIn(t, "step", text), typed); out != nil {
			t.Errorf("%s becomes %s", text, written(out))
		}
	}
}

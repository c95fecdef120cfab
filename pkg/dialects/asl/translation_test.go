package asl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/expr/exprtest"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// queried reads the text of an expression in JSONata.
func queried(t testing.TB, text string) expr.Expr {
	all := "{% " + text + " %}"
	c := &Computed{Node: &source.Node{Kind: source.String, Text: all}, Text: source.Plain(all, 0)}
	x, err := parseQuery(c, compiledQueries{})
	if err != nil {
		t.Fatalf("%s: %s", text, err.Message)
	}
	return x
}

// readRule reads a choice rule.
func readRule(t testing.TB, n *source.Node) expr.Expr {
	f := source.NewFile("rule.json", source.Print(n, source.JSON))
	f.Format = source.JSON
	source.Parse(f)
	onlyReferences(t, f.Root)
	r := newReader(f, Current)
	rule := r.rule(&State{}, f.Root, inPart)
	for _, d := range r.List {
		t.Fatalf("%s: %s", f.Text, d.Message)
	}
	return (&lowering{level: Current, flow: &workflow.Workflow{}}).condition(rule)
}

// onlyReferences checks that all variables of a rule are reference paths, as AWS demands: no filter, no function.
func onlyReferences(t testing.TB, n *source.Node) {
	t.Helper()
	if v := n.Get("Variable"); v != nil {
		if _, err := expr.ParseReference(source.Plain(v.Text, 0)); err != nil {
			t.Fatalf("%s: %s", v.Text, err.Message)
		}
	}
	for _, m := range n.Members {
		onlyReferences(t, m.Value)
	}
	for _, item := range n.Items {
		onlyReferences(t, item)
	}
}

// TestTranslatedToRules writes conditions as choice rules and in JSONata, and reads both again: their answers are those of the condition,
// and so are those of their meanings.
func TestTranslatedToRules(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	rules, queries := 0, 0
	const rounds = 3000
	for range rounds {
		x := expr.CommonCondition(exprtest.Condition(r.IntN, 2), inTyped)
		var forms []expr.Expr
		var texts []string
		add := func(y expr.Expr, text string) {
			forms = append(forms, y, expr.CommonCondition(y, inTyped))
			texts = append(texts, text, "the meaning of "+text)
		}
		if n, ok := choiceRule(x, Current); ok {
			rules++
			add(readRule(t, n), string(value.Append(nil, value.Of(n))))
		}
		if text, lacks := queryText(x, ownErrors, true); lacks == "" {
			queries++
			q := queried(t, text).(*expr.Foreign)
			asked := *q
			tree, _ := jsonata.Parse(text)
			asked.MeansTyped = func() expr.Expr { return conditionMeans(tree) }
			add(&asked, text)
		}
		for range 8 {
			doc := exprtest.Document(r.IntN)
			want, err := expr.Holds(x, &expr.Env{Input: doc})
			if err != nil {
				continue
			}
			for i, y := range forms {
				if got, err := expr.Holds(y, &expr.Env{Input: doc}); err != nil || got != want {
					t.Fatalf("%s\nof %s is %t, and %t (%v) in\n%s\n%s", expr.Readable(x), value.Append(nil, doc), want, got, err, texts[i], expr.Readable(y))
				}
			}
		}
	}
	if rules*100 < rounds*25 || queries*100 < rounds*90 {
		t.Errorf("of %d conditions %d are rules and %d are in JSONata", rounds, rules, queries)
	}
}

// TestExactRules writes tests with answers of their own for missing values, null and other types as choice rules and in JSONata, and reads
// them again: they have the same answers, and fail of the same documents.
func TestExactRules(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	answers := []expr.Answer{expr.No, expr.Yes, expr.Fails}
	values := []any{int64(5), 2.5, "A", "b", true, nil}
	ops := []expr.TestOp{expr.TestPresent, expr.TestEqual, expr.TestLess, expr.TestGreaterEqual, expr.TestContains, expr.TestText, expr.TestNumber, expr.TestBoolean}
	rules, queries := 0, 0
	for range 4000 {
		x := &expr.Test{Op: ops[r.IntN(len(ops))], Path: expr.NewPath(expr.RootInput, "a"), Value: values[r.IntN(len(values))],
			Wrong: answers[r.IntN(3)], Null: answers[r.IntN(3)], Missing: answers[r.IntN(3)]}
		if _, ordered := x.Value.(bool); (ordered || x.Value == nil) && x.Op != expr.TestEqual || x.Op == expr.TestContains && x.Value != "A" {
			continue
		}
		if isKind(x.Op) {
			x.Wrong, x.Value = expr.No, nil
		}
		if x.Op == expr.TestPresent && x.Missing == expr.Yes || x.Value == nil && !isKind(x.Op) && x.Wrong == expr.Yes {
			continue // no language asks that
		}
		var made expr.Expr = x
		if r.IntN(2) == 0 {
			made = &expr.Not{Operand: x}
		}
		var forms []expr.Expr
		if n, ok := choiceRule(made, Current); ok {
			rules++
			forms = append(forms, readRule(t, n))
		}
		if text, lacks := queryText(made, ownErrors, true); lacks == "" && exactInQueries(made) {
			queries++
			forms = append(forms, queried(t, text))
		}
		for _, v := range append(slices.Clone(values), []any{}, value.NewObject(0), "missing") {
			doc := value.NewObject(1)
			if v != "missing" {
				doc.Set("a", v)
			}
			want, fault := expr.Holds(made, &expr.Env{Input: doc})
			for _, y := range forms {
				if got, err := expr.Holds(y, &expr.Env{Input: doc}); got != want || (err == nil) != (fault == nil) {
					t.Fatalf("%s %+v\nof %s is %t (%v), and %t (%v) in\n%s", expr.Readable(made), x, value.Append(nil, doc), want, fault, got, err, expr.Readable(y))
				}
			}
		}
	}
	if rules < 100 || queries < 100 {
		t.Errorf("%d rules and %d expressions in JSONata were written", rules, queries)
	}
}

// TestTranslatedToTemplates writes values in JSONata and as dynamic fields, and reads them again.
func TestTranslatedToTemplates(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	templates, queries := 0, 0
	const rounds = 3000
	for range rounds {
		x := expr.CommonValue(exprtest.Value(r.IntN, 2), inTyped)
		var forms []expr.Expr
		var texts []string
		add := func(y expr.Expr, text string) {
			forms = append(forms, y, expr.CommonValue(y, inTyped))
			texts = append(texts, text, "the meaning of "+text)
		}
		if text, ok := templateText(x, expr.RootInput); ok {
			templates++
			add(readDynamic(t, text), text)
		}
		if text, lacks := queryText(x, ownErrors, false); lacks == "" {
			queries++
			add(queried(t, text), text)
		}
		for range 6 {
			doc := exprtest.Document(r.IntN)
			want, err := expr.Eval(x, &expr.Env{Input: doc})
			if err != nil {
				continue
			}
			for i, y := range forms {
				if got, err := expr.Eval(y, &expr.Env{Input: doc}); err != nil || !value.Equal(got, want) {
					t.Fatalf("%s\nof %s is %s, and %s (%v) in\n%s\n%s", expr.Readable(x), value.Append(nil, doc), value.Append(nil, want),
						value.Append(nil, got), err, texts[i], expr.Readable(y))
				}
			}
		}
	}
	if templates*100 < rounds*15 || queries*100 < rounds*75 {
		t.Errorf("of %d values %d are in templates and %d are in JSONata", rounds, templates, queries)
	}
}

// readDynamic reads the value of a dynamic field.
func readDynamic(t testing.TB, text string) expr.Expr {
	if isIntrinsic(text) {
		x, err := ParseIntrinsic(source.Plain(text, 0))
		if err != nil {
			t.Fatalf("%s: %s", text, err.Message)
		}
		return x
	}
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatalf("%s: %s", text, err.Message)
	}
	return p
}

package asl

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// load reads a text and tells whether it has errors.
func load(name string, text []byte, level string) (d dialects.Definition, f *source.File, wrong bool) {
	f = source.NewFile(name, text)
	wrong = len(source.Parse(f)) > 0
	d = Dialect{}.Read(f, dialects.Options{Settings: dialects.Settings{"asl-level": level}})
	return d, f, wrong || diag.Worst(d.Check(0)) == diag.Error
}

// through prints a definition that went through the model.
func through(d dialects.Definition, format source.Format) ([]byte, []*dialects.Loss) {
	return dialecttest.Raise(Dialect{}, d.Lower(), format)
}

// TestModelLosesNothing prints every definition from its text and through the model: both are the same.
func TestModelLosesNothing(t *testing.T) {
	t.Parallel()
	compared := 0
	for name, text := range dialecttest.Definitions(t, Dialect{}) {
		d, f, wrong := load(name, text, "2016")
		if wrong || len(d.Lower().Start().Unsupported) > 0 {
			continue
		}
		compared++
		want := d.Format()
		got, losses := through(d, f.Format)
		if f.Format == source.YAML { // the model does not hold comments
			want, got = source.Print(dialecttest.Bare(t, "x.yaml", want), source.JSON), source.Print(dialecttest.Bare(t, "x.yaml", got), source.JSON)
		}
		if len(losses) > 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: through the model it is\n%s\nand from its text\n%s", name, got, want)
		}
	}
	if compared < 20 {
		t.Errorf("only %d definitions were compared", compared)
	}
}

func TestRaiseKeepsWhatTheModelHasNoPartFor(t *testing.T) {
	t.Parallel()
	const text = `{
  "Comment": "",
  "Version": "1.0",
  "TimeoutSeconds": 1e3,
  "StartAt": "A",
  "States": {
    "A": {
      "Type": "Task",
      "Comment": "all that says nothing",
      "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:a",
      "InputPath": "$",
      "ResultPath": "$",
      "OutputPath": "$",
      "TimeoutSeconds": 60,
      "HeartbeatSeconds": 5,
      "Retry": [
        {
          "ErrorEquals": ["States.TaskFailed", "Odd"],
          "IntervalSeconds": 1,
          "MaxAttempts": 3,
          "BackoffRate": 2.0
        },
        {
          "ErrorEquals": ["States.BranchFailed", "States.Timeout"]
        }
      ],
      "Catch": [
        {
          "ErrorEquals": ["States.ALL"],
          "ResultPath": null,
          "Next": "C"
        }
      ],
      "Next": "C",
      "End": false
    },
    "C": {
      "Type": "Choice",
      "Choices": [
        {
          "Comment": "outer",
          "Or": [
            {
              "Not": {
                "Comment": "inner",
                "Variable": "$.a\\.b",
                "StringEquals": "x"
              }
            },
            {
              "Variable": "$['n']",
              "NumericLessThan": 1.50
            }
          ],
          "Next": "D"
        }
      ],
      "Default": "D"
    },
    "D": {
      "Type": "Parallel",
      "InputPath": null,
      "Branches": [
        {
          "Comment": "a branch",
          "StartAt": "E",
          "States": {
            "E": {
              "Type": "Pass",
              "Result": {
                "b": 1.0,
                "a": [{}]
              },
              "End": true
            }
          }
        }
      ],
      "End": true
    }
  }
}
`
	d, _, wrong := load("x.asl.json", []byte(text), "2016")
	if wrong {
		t.Fatalf("findings %+v", d.Check(0))
	}
	if got := string(d.Format()); got != text {
		t.Errorf("formatted it is\n%s", got)
	}
	if got, _ := through(d, source.JSON); string(got) != text {
		t.Errorf("through the model it is\n%s", got)
	}
}

func TestLevelsOfTheModel(t *testing.T) {
	t.Parallel()
	text := []byte(`{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:a", "End": true}}}`)
	old, _, _ := load("x.asl.json", text, "2016")
	if timers := old.Lower().Start().Nodes[0].Timers; len(timers) != 1 || !timers[0].Implied {
		t.Errorf("at level 2016 the timers are %+v", timers)
	}
	today, _, _ := load("x.asl.json", text, "current")
	w := today.Lower().Start()
	if len(w.Nodes[0].Timers) != 0 {
		t.Errorf("at level current the timers are %+v", w.Nodes[0].Timers)
	}
	if !w.Errors.Path.Fatal || w.Errors.Path.Name != "States.Runtime" {
		t.Errorf("at level current a path error is %+v", w.Errors.Path)
	}
}

func TestMatchers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		clause, name string
		class        workflow.Class
		want         bool
	}{
		{"States.ALL", "Anything", workflow.ClassFail, true},
		{"Busy", "Busy", workflow.ClassTask, true},
		{"Busy", "busy", workflow.ClassTask, false},
		{"States.TaskFailed", "Busy", workflow.ClassTask, true},
		{"States.TaskFailed", "States.Timeout", workflow.ClassTask, false},
		{"States.TaskFailed", "States.Timeout", workflow.ClassTimeout, false},
		{"States.TaskFailed", "States.TaskFailed", workflow.ClassTask, true},
		{"States.BranchFailed", "Busy", workflow.ClassTask | workflow.ClassBranch, true},
		{"States.BranchFailed", "Busy", workflow.ClassTask, false},
		{"States.HeartbeatTimeout", "States.Timeout", workflow.ClassHeartbeat, true},
		{"States.HeartbeatTimeout", "States.Timeout", workflow.ClassTimeout, false},
	} {
		n := &source.Node{Kind: source.String, Text: test.clause}
		if got := matcher([]*Text{{Node: n, Value: test.clause}}, Current).Matches(test.name, test.class); got != test.want {
			t.Errorf("%s takes %s of class %b: %t", test.clause, test.name, test.class, got)
		}
	}
}

// TestUnsupported lists what keeps a definition from being run.
func TestUnsupported(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "Nowhere"}}}`, "a transition to a state that does not exist"},
		{`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "${Next}"}}}`, "a transition whose target is a placeholder"},
		{`{"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": "x", "End": true}}}`, "a Wait state without a time"},
		{`{"StartAt": "A", "States": {"A": {"Type": "Pass"}}}`, "a state with neither a transition nor an end"},
		{`{"StartAt": "A", "States": {"A": {"Type": "Task", "End": true}}}`, "a Task state without a resource"},
		{`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Parameters": {"a.$": "${Path}"}, "End": true}}}`, ``},
		{`{"StartAt": "A", "States": {"A": {"Type": "Pass", "InputPath": "${Path}", "End": true}}}`, `an invalid path or a placeholder`},
		{`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Parameters": {"a.$": "b"}, "End": true}}}`, `a mistake in "Parameters"`},
		{`{"StartAt": "A", "States": {"A": {}}}`, "a state without a type"},
		{`{"States": {"A": {"Type": "Succeed"}}}`, "a machine without a start"},
	} {
		d, _, _ := load("x.asl.json", []byte(test.text), "current")
		var got []string
		for _, u := range d.Lower().Start().Unsupported {
			got = append(got, u.What)
		}
		if s := strings.Join(got, ", "); s != test.want {
			t.Errorf("%s: %s, want %s", test.text, s, test.want)
		}
	}
}

// FuzzFormat formats what can be read: formatting again changes nothing, and what has no errors comes out of the model
// the same.
func FuzzFormat(f *testing.F) {
	for name, text := range dialecttest.Definitions(f, Dialect{}) {
		f.Add(strings.HasSuffix(name, ".yaml"), text)
	}
	f.Fuzz(func(t *testing.T, yaml bool, text []byte) {
		name := "x.asl.json"
		if yaml {
			name = "x.asl.yaml"
		}
		file := source.NewFile(name, text)
		if len(source.Parse(file)) > 0 || file.Root == nil {
			return
		}
		d := Dialect{}.Read(file, dialects.Options{})
		once := d.Format()
		again, _, _ := load(name, once, "current")
		if twice := again.Format(); !bytes.Equal(once, twice) {
			t.Errorf("formatted once it is\n%s\nand twice\n%s", once, twice)
		}
		p := d.Lower()
		if yaml || p == nil || diag.Worst(d.Check(0)) == diag.Error || len(p.Start().Unsupported) > 0 {
			return
		}
		if got, _ := dialecttest.Raise(Dialect{}, p, source.JSON); !bytes.Equal(got, once) {
			t.Errorf("through the model it is\n%s\nand from its text\n%s", got, once)
		}
	})
}

// chainOf is a definition of n states in a row, with a choice and a task among every three.
func chainOf(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"StartAt": "s0", "States": {`)
	for i := range n {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"s%d": {"Type": "Pass", "ResultPath": "$.a", "Next": "s%d"},`, i, i+1)
		case 1:
			fmt.Fprintf(&b, `"s%d": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericLessThan": 5, "Next": "s%d"}], "Default": "end"},`, i, i+1)
		case 2:
			fmt.Fprintf(&b, `"s%d": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:a", "Next": "s%d"},`, i, i+1)
		}
	}
	fmt.Fprintf(&b, `"s%d": {"Type": "Pass", "Next": "end"}, "end": {"Type": "Succeed"}}}`, n)
	return b.Bytes()
}

func BenchmarkModel(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		d, _, wrong := load("x.asl.json", chainOf(size), "2016")
		if wrong {
			b.Fatalf("findings %+v", d.Check(0)[0])
		}
		for _, step := range []struct {
			name string
			do   func()
		}{
			{"lower", func() { d.Lower() }},
			{"convert", func() { through(d, source.JSON) }},
			{"format", func() { d.Format() }},
		} {
			b.Run(fmt.Sprintf("%s/%d", step.name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					step.do()
				}
			})
		}
	}
}

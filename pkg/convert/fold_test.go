package convert

import (
	"reflect"
	"testing"
)

func TestFold(t *testing.T) {
	t.Parallel()
	loss := func(line int, message string, from ...string) Loss {
		return Loss{File: "a.asl.json", Line: line, Column: 5, Rule: "convert/timeout", Level: "dropped", Message: message, From: from, Related: []Related{}}
	}
	got := fold([]Loss{
		loss(3, `the time limit of "A" is dropped`, "A"),
		loss(7, `the time limit of "B" is dropped`, "B"),
		loss(8, `the time limit of the whole run is dropped`),
		loss(9, `the time limit of "C" is dropped`, "C"),
	})
	want := loss(3, `the time limit of "A" is dropped`, "A", "B", "C")
	want.Related = []Related{{"a.asl.json", 7, 5, `the time limit of "B" is dropped`}, {"a.asl.json", 9, 5, `the time limit of "C" is dropped`}}
	if !reflect.DeepEqual(got, []Loss{want, loss(8, `the time limit of the whole run is dropped`)}) {
		t.Errorf("folded into %+v", got)
	}
	step := loss(5, `the time limit of "A: mail" is dropped`, "A")
	step.named = []string{"A: mail"}
	if all := fold([]Loss{loss(3, `the time limit of "A" is dropped`, "A"), step}); len(all) != 1 || len(all[0].From) != 1 {
		t.Errorf("what is said of a step of an element is apart from what is said of the element: %+v", all)
	}
	if text := got[0].Message + got[0].places(); text != `the time limit of "A" is dropped (and 2 more)` {
		t.Errorf("the line is %s", text)
	}
}

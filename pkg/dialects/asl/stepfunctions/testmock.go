package stepfunctions

import (
	"fmt"
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// isTestMock reports whether an object is a mock of the TestState API, or a request of it that has one.
func isTestMock(root *source.Node) bool {
	return root.Get("result") != nil || root.Get("errorOutput") != nil || root.Get("mock") != nil
}

// testMock reads a mock of the TestState API, or the mock in a request of it (asl today: "TestState"). It becomes a case
// that answers every call of the state that the request names, or of any state.
func (r *mockReader) testMock(root *source.Node) {
	c := &MockCase{File: r.file, Name: "TestState", Span: root.Span}
	state := MockedState{Name: "*", Span: root.Span}
	mock := root
	if m := root.Get("mock"); m != nil {
		mock = m
		if name := root.Get("stateName"); name != nil && name.Kind == source.String {
			state.Name, state.Span = name.Text, name.Span
		}
	}
	e := MockEntry{Key: "mock", Span: mock.Span, Last: math.MaxInt - 1}
	given := 0
	r.object(mock, "a mock", func(m *source.Member) {
		switch m.Key {
		case "result":
			given++
			e.Span = m.KeySpan
			e.Reply.Return = r.result(m.Value)
		case "errorOutput":
			given++
			e.Span = m.KeySpan
			e.Reply.Fail = r.failure(m, "error", "cause")
		case "fieldValidationMode":
			r.validationMode(m.Value)
		default:
			r.unknown(m, "a mock", "result", "errorOutput", "fieldValidationMode")
		}
	})
	if given != 1 && mock.Kind == source.Object {
		r.fault(mock.Span, "a mock needs exactly one of result and errorOutput", "")
	}
	state.Response = &MockResponse{Name: "mock", Entries: []MockEntry{e}, Span: mock.Span, Always: true}
	c.States = []MockedState{state}
	r.mocks.Cases = []*MockCase{c}
}

// result reads the result of a mock, which is JSON in a string.
func (r *mockReader) result(n *source.Node) any {
	if n.Kind != source.String {
		r.fault(n.Span, fmt.Sprintf("result must be a string that contains JSON, not %s", n.Kind), "")
		return nil
	}
	v, err := value.Parse([]byte(n.Text))
	if err != nil {
		r.fault(n.Span, fmt.Sprintf("the result is not valid JSON: %s", err), "")
	}
	return v
}

// validationMode reads a fieldValidationMode.
func (r *mockReader) validationMode(n *source.Node) {
	r.mocks.Mode, r.mocks.ModeSpan = ValidationMode(n.Text), n.Span
	if n.Kind != source.String || !slices.Contains([]ValidationMode{Strict, Present, None}, r.mocks.Mode) {
		r.fault(n.Span, "fieldValidationMode must be STRICT, PRESENT or NONE", "")
	}
}

package stepfunctions

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// InvalidMocks is the id of the findings about a mock file that cannot be used.
const InvalidMocks = "mocks/invalid"

// Mocks are a mock file: a MockConfigFile of Step Functions Local, or a mock of the TestState API.
type Mocks struct {
	File  *source.File
	Cases []*MockCase // in the order of the file
	// Mode is the fieldValidationMode of a mock of the TestState API, and ModeSpan where it is; empty: it has none.
	Mode     ValidationMode
	ModeSpan source.Span
}

// A MockCase is one test case of a state machine: which response answers which state.
type MockCase struct {
	File    *source.File
	Machine string // as the file names it; empty for a mock of the TestState API
	Name    string
	States  []MockedState
	Span    source.Span // its key
}

// A MockedState is a state and the response that answers it. A mock of the TestState API that names no state has the
// pattern "*" for its name.
type MockedState struct {
	Name     string
	Span     source.Span
	Response *MockResponse // nil if the file does not have it, which was reported
}

// A MockResponse answers the invocations of a state.
type MockResponse struct {
	Name    string
	Entries []MockEntry // consecutive, from invocation 0
	Span    source.Span // its key
	// Always means that the last entry answers all further invocations too.
	Always bool
}

// A MockEntry answers the invocations First to Last, counted from 0 over a whole execution.
type MockEntry struct {
	Key         string
	First, Last int
	Reply       run.Reply
	Span        source.Span // its key
}

// ReadMocks reads a mock file whose text was parsed. If it returns findings, the mocks cannot be used.
func ReadMocks(f *source.File) (*Mocks, []diag.Diagnostic) {
	r := &mockReader{file: f, mocks: &Mocks{File: f}}
	root := f.Root
	switch {
	case root == nil || root.Kind != source.Object:
		span := source.Span{}
		if root != nil {
			span = root.Span
		}
		r.fault(span, "a mock file must be an object", `a MockConfigFile has "StateMachines" and "MockedResponses"`)
	case root.Get("StateMachines") != nil || root.Get("MockedResponses") != nil:
		r.configFile(root)
	case isTestMock(root):
		r.testMock(root)
	default:
		r.fault(root.Span, `a mock file has "StateMachines" and "MockedResponses", or "result" or "errorOutput"`, "")
	}
	return r.mocks, r.findings
}

type mockReader struct {
	file      *source.File
	mocks     *Mocks
	responses map[string]*MockResponse
	names     []string // of the responses, in the order of the file
	findings  []diag.Diagnostic
}

func (r *mockReader) fault(at source.Span, message, help string) {
	r.findings = append(r.findings, diag.Diagnostic{Rule: InvalidMocks, Severity: diag.Error, File: r.file, Span: at, Message: message, Help: help})
}

// object calls f for each member of an object. A key that an object repeats is reported.
func (r *mockReader) object(n *source.Node, what string, f func(m *source.Member)) {
	if n.Kind != source.Object {
		r.fault(n.Span, fmt.Sprintf("%s must be an object, not %s", what, n.Kind), "")
		return
	}
	seen := make(map[string]bool, len(n.Members))
	for i := range n.Members {
		m := &n.Members[i]
		if seen[m.Key] {
			r.fault(m.KeySpan, fmt.Sprintf("duplicate key %q", m.Key), "")
			continue
		}
		seen[m.Key] = true
		f(m)
	}
}

// unknown reports a member with a name that is not known.
func (r *mockReader) unknown(m *source.Member, what string, known ...string) {
	r.fault(m.KeySpan, fmt.Sprintf("unknown member %q of %s", m.Key, what), nearest.Help(m.Key, known))
}

// configFile reads a MockConfigFile (asl today: "MockConfigFile").
func (r *mockReader) configFile(root *source.Node) {
	r.responses = map[string]*MockResponse{}
	r.object(root, "a mock file", func(m *source.Member) {
		switch m.Key {
		case "MockedResponses":
			r.object(m.Value, m.Key, func(m *source.Member) {
				r.responses[m.Key] = r.response(m)
				r.names = append(r.names, m.Key)
			})
		case "StateMachines":
		default:
			r.unknown(m, "a mock file", "StateMachines", "MockedResponses")
		}
	})
	machines := root.Get("StateMachines")
	if machines == nil {
		r.fault(root.Span, `the mock file has no "StateMachines"`, "")
		return
	}
	r.object(machines, "StateMachines", func(m *source.Member) {
		name := m.Key
		r.object(m.Value, fmt.Sprintf("the state machine %q", name), func(m *source.Member) {
			if m.Key != "TestCases" {
				r.unknown(m, "a state machine", "TestCases")
				return
			}
			r.object(m.Value, m.Key, func(m *source.Member) { r.testCase(name, m) })
		})
	})
}

// testCase reads a member of TestCases.
func (r *mockReader) testCase(machineName string, m *source.Member) {
	c := &MockCase{File: r.file, Machine: machineName, Name: m.Key, Span: m.KeySpan}
	r.mocks.Cases = append(r.mocks.Cases, c)
	r.object(m.Value, fmt.Sprintf("the test case %q", m.Key), func(m *source.Member) {
		if m.Value.Kind != source.String {
			r.fault(m.Value.Span, fmt.Sprintf("the state %q must name a response, not %s", m.Key, m.Value.Kind), "")
			return
		}
		response := r.responses[m.Value.Text]
		if response == nil {
			r.fault(m.Value.Span, fmt.Sprintf("MockedResponses has no response %q", m.Value.Text), nearest.Help(m.Value.Text, r.names))
		}
		c.States = append(c.States, MockedState{Name: m.Key, Span: m.KeySpan, Response: response})
	})
}

// response reads a member of MockedResponses: its keys are numbers of invocations or ranges, from 0 and without a gap.
func (r *mockReader) response(m *source.Member) *MockResponse {
	out := &MockResponse{Name: m.Key, Span: m.KeySpan}
	what := fmt.Sprintf("the response %q", m.Key)
	next := 0
	r.object(m.Value, what, func(m *source.Member) {
		e := MockEntry{Key: m.Key, Span: m.KeySpan}
		var ok bool
		e.First, e.Last, ok = invocations(m.Key)
		switch {
		case !ok:
			r.fault(m.KeySpan, fmt.Sprintf("%q is not an invocation or a range of invocations", m.Key), `write "0", or "0-2" for the first three`)
			return
		case e.First != next:
			r.fault(m.KeySpan, fmt.Sprintf("%s has %q where invocation %d must follow", what, m.Key, next), "count from 0, without a gap")
		}
		next = e.Last + 1
		e.Reply = r.reply(m.Value)
		out.Entries = append(out.Entries, e)
	})
	if len(out.Entries) == 0 && m.Value.Kind == source.Object && len(m.Value.Members) == 0 {
		r.fault(m.Value.Span, what+" is empty", `add "0" with Return or Throw`)
	}
	return out
}

// invocations reads "3" or "0-2".
func invocations(key string) (first, last int, ok bool) {
	from, to, isRange := strings.Cut(key, "-")
	first, ok = invocation(from)
	last = first
	if isRange && ok {
		last, ok = invocation(to)
	}
	return first, last, ok && first <= last
}

func invocation(text string) (int, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n < math.MaxInt // the number of the next one is a number
}

// reply reads an entry of a response.
func (r *mockReader) reply(n *source.Node) run.Reply {
	var out run.Reply
	given, unknown := 0, false
	r.object(n, "a mocked invocation", func(m *source.Member) {
		switch m.Key {
		case "Return":
			given++
			out.Return = value.Of(m.Value)
		case "Throw":
			given++
			out.Fail = r.failure(m, "Error", "Cause")
		default:
			unknown = true
			r.unknown(m, "a mocked invocation", "Return", "Throw")
		}
	})
	if given != 1 && !unknown && n.Kind == source.Object {
		r.fault(n.Span, "a mocked invocation needs exactly one of Return and Throw", "")
	}
	return out
}

// failure reads an error with the names of its members.
func (r *mockReader) failure(m *source.Member, nameKey, causeKey string) *machine.Error {
	e := &machine.Error{}
	what := m.Key
	r.object(m.Value, what, func(m *source.Member) {
		if m.Key != nameKey && m.Key != causeKey {
			r.unknown(m, what, nameKey, causeKey)
			return
		}
		if m.Value.Kind != source.String {
			r.fault(m.Value.Span, fmt.Sprintf("%s must be a string, not %s", m.Key, m.Value.Kind), "")
			return
		}
		if m.Key == nameKey {
			e.Name = m.Value.Text
		} else {
			e.Cause = m.Value.Text
		}
	})
	return e
}

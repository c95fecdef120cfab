package stepfunctions

import (
	"errors"
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
)

// ForScenario returns the test case that answers the tasks of a scenario of a name: the only one, or the one that has the
// name, as for [Mocks.Case].
func (m *Mocks) ForScenario(name string) (*MockCase, error) {
	switch {
	case len(m.Cases) == 1:
		return m.Cases[0], nil
	case name == "" && len(m.Cases) > 1:
		return nil, fmt.Errorf("the scenario has no name, and %s has %d test cases; give it the name of one", m.File.Name, len(m.Cases))
	}
	c, err := m.Case(name)
	if err != nil {
		return nil, errors.New("a scenario uses the test case of its name: " + err.Error())
	}
	return c, nil
}

// MockUse collects which entries of a mock file were used by runs. The zero value is ready.
type MockUse struct {
	file      *source.File
	responses []*MockResponse // in the order in which they were added
	used      map[*MockResponse]*responseUse
}

// responseUse is how a response was used: the most calls in one run of a state that it answers.
type responseUse struct {
	state string
	most  int
	runs  int
}

// Add adds a run whose tasks a test case answered.
func (u *MockUse) Add(c *MockCase, r *run.Result) {
	calls := map[string]int{}
	for _, one := range append([]*run.Result{r}, r.Chain...) {
		for i := range one.Calls {
			calls[one.Calls[i].Node]++
			calls["*"]++
		}
	}
	if u.used == nil {
		u.file, u.used = c.File, map[*MockResponse]*responseUse{}
	}
	counted := map[*MockResponse]bool{} // states may share a response
	for _, s := range c.States {
		x := u.used[s.Response]
		if x == nil {
			x = &responseUse{state: s.Name}
			u.used[s.Response] = x
			u.responses = append(u.responses, s.Response)
		}
		if n := calls[s.Name]; n > x.most {
			x.state, x.most = s.Name, n
		}
		if !counted[s.Response] {
			counted[s.Response] = true
			x.runs++
		}
	}
}

// Unused reports the entries of the responses that no call of any run used. Responses of test cases that were not added are
// left out.
func (u *MockUse) Unused() []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range u.responses {
		x := u.used[r]
		for _, e := range r.Entries {
			if e.First >= x.most {
				out = append(out, diag.Diagnostic{Rule: UnusedMock, Severity: diag.Warning, File: u.file, Span: e.Span,
					Message: fmt.Sprintf("the entry %q of the response %q was not used: %s", e.Key, r.Name, x.times())})
			}
		}
	}
	return out
}

// times reports how often the state was called.
func (x *responseUse) times() string {
	most, each := "", ""
	if x.runs > 1 {
		most, each = "at most ", " in each case"
	}
	switch x.most {
	case 0:
		return fmt.Sprintf("%q was never called", x.state)
	case 1:
		return fmt.Sprintf("%q was called %sonce%s", x.state, most, each)
	}
	return fmt.Sprintf("%q was called %s%d times%s", x.state, most, x.most, each)
}

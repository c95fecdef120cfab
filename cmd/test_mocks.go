package cmd

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mock adds the answers of the mock file to the options of a case, after those of its scenario, which have precedence.
func (t *tester) mock(r *caseResult, p *workflow.Program, o *run.Options) error {
	if t.mocks == nil {
		return nil
	}
	c, err := t.mocks.ForScenario(r.scenario.Name)
	if err != nil {
		return err
	}
	if findings := c.Check(p); len(findings) > 0 {
		return fmt.Errorf("the test case %s does not fit the definition\n%s", c.FullName(), positioned(t.mocks.File, findings))
	}
	r.mocked = c
	o.Stubs = slices.Concat(o.Stubs, c.Stubs()) // cases may share those of their scenario file
	return nil
}

// printUnusedMocks reports the entries of the mock file that no case used. After --fail-fast, cases that were not run may
// use them, and nothing is reported.
func (t *tester) printUnusedMocks() error {
	if t.mocks == nil || t.stopped {
		return nil
	}
	var use stepfunctions.MockUse
	for i := range t.results {
		if r := &t.results[i]; r.result != nil && r.mocked != nil {
			use.Add(r.mocked, r.result)
		}
	}
	return t.report(use.Unused())
}

package cmd

import (
	_ "embed"
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// scenarioSchema is the JSON Schema of scenario files.
//
//go:embed scenario.schema.json
var scenarioSchema []byte

// scenarios reads a scenario file. What is wrong with it is printed, and the error then is that it cannot be run. Scenarios that
// are run alone name the workflow that they are about. Files that a scenario names are read by read.
func (a *app) scenarios(path string, alone bool, read func(path string) ([]byte, error)) (*source.File, []*scenario.Scenario, error) {
	s, err := a.open(path)
	if err != nil {
		return nil, nil, err
	}
	f := s.File
	findings := load.Findings(f, source.Parse(f))
	var out []*scenario.Scenario
	if len(findings) == 0 {
		out, findings = scenario.Read(f, read, a.settings.scenarioOptions()...)
		if alone && len(findings) == 0 {
			findings = scenario.WithoutWorkflow(f, out)
		}
	}
	if len(findings) > 0 {
		diag.Sort(findings)
		if err := a.report(findings); err != nil {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("the scenario %s cannot be run", f.Name)
	}
	return f, out, nil
}

// oneScenario reads a scenario file and returns the case of that name, or the only one if the name is empty. With a mock file,
// the name is that of a test case there if the scenario file has no list of cases.
func (a *app) oneScenario(path, name string, mocked bool) (*source.File, *scenario.Scenario, error) {
	f, all, err := a.scenarios(path, false, a.readRegular)
	if err != nil {
		return nil, nil, err
	}
	if mocked && !hasCases(f) {
		name = ""
	}
	s, err := scenario.Find(f, all, name)
	return f, s, err
}

// hasCases reports whether a scenario file has a list of cases, from which --case selects one.
func hasCases(f *source.File) bool { return f.Root.Get("cases") != nil }

// warnOfNames reports the names in a scenario that the definitions do not have. A run goes on without them, as the scenario may be that
// of another definition; `flowglot test` fails.
func (a *app) warnOfNames(f *source.File, s *scenario.Scenario, p *workflow.Program) error {
	findings := s.Check(f, p)
	for i := range findings {
		findings[i].Severity = diag.Warning
	}
	return a.report(findings)
}

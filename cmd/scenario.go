package cmd

import (
	_ "embed"
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
)

// scenarioSchema is the JSON Schema of scenario files.
//
//go:embed scenario.schema.json
var scenarioSchema []byte

// scenarios reads a scenario file. What is wrong with it is printed, and the error then is that it cannot be run. Scenarios that
// are run alone name the workflow that they are about.
func (a *app) scenarios(path string, alone bool) (*source.File, []*scenario.Scenario, error) {
	s, err := a.loader().Open(path)
	if err != nil {
		return nil, nil, err
	}
	f := s.File
	findings := load.Findings(f, source.Parse(f))
	var out []*scenario.Scenario
	if len(findings) == 0 {
		out, findings = scenario.Read(f, files.ReadRegular, a.settings.scenarioOptions()...)
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

// oneScenario reads a scenario file that has no cases, or one.
func (a *app) oneScenario(path string) (*scenario.Scenario, error) {
	_, all, err := a.scenarios(path, false)
	if err != nil {
		return nil, err
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("the scenario %s has %d cases; 'flowglot test' runs them all", path, len(all))
	}
	return all[0], nil
}

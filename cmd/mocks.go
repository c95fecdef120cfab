package cmd

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mocksCommand has the commands about mock files.
func (a *app) mocksCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "mocks",
		Short:   "Commands for the mock files of AWS Step Functions",
		Example: "  flowglot mocks convert MockConfigFile.json --workflow checkout.asl.json -o checkout.scenario.yaml",
	}
	groups(c)
	c.AddCommand(a.mocksConvertCommand())
	return c
}

func (a *app) mocksConvertCommand() *cobra.Command {
	var definition, machine, out string
	c := &cobra.Command{
		Use:   "convert FILE",
		Short: "Turn a mock file into a scenario file",
		Long: "convert prints a scenario file with a case for each test case of a state machine in a MockConfigFile of Step Functions Local,\n" +
			"or with one case for a mock of the TestState API.",
		Example: "  flowglot mocks convert MockConfigFile.json --workflow checkout.asl.json -o checkout.scenario.yaml\n" +
			"  flowglot mocks convert MockConfigFile.json --machine Checkout",
		Args: arguments(1, 1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.mocksConvert(args[0], definition, machine, out) },
	}
	c.Flags().StringVar(&definition, "workflow", "", "the `path` of the definition that the scenario runs; flowglot test needs it")
	c.Flags().StringVar(&machine, "machine", "", "the state `machine` of the mock file, if it has several")
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// readMocks reads a mock file. The findings about one that cannot be used are printed.
func (a *app) readMocks(path string) (*stepfunctions.Mocks, error) {
	s, err := a.open(path)
	if err != nil {
		return nil, err
	}
	return a.mocksOf(s.File)
}

// mocksOf reads the text of a mock file, and prints what is wrong with it.
func (a *app) mocksOf(f *source.File) (*stepfunctions.Mocks, error) {
	findings := load.Findings(f, source.Parse(f))
	var mocks *stepfunctions.Mocks
	if len(findings) == 0 {
		mocks, findings = stepfunctions.ReadMocks(f)
	}
	if len(findings) > 0 {
		diag.Sort(findings)
		if err := a.report(findings); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the mock file %s cannot be used", f.Name)
	}
	return mocks, nil
}

// readMocksFor reads a mock file for all that it answers. A result is compared with the response of a service where its state is known.
func (a *app) readMocksFor(path string) (*stepfunctions.Mocks, error) {
	m, err := a.readMocks(path)
	if err != nil || m.Mode == "" || m.Mode == stepfunctions.None {
		return m, err
	}
	return m, a.report([]diag.Diagnostic{unchecked(m, "it may answer any state; test-state compares it")})
}

// unchecked is the warning that a result is not compared with the response that its fieldValidationMode asks for.
func unchecked(m *stepfunctions.Mocks, why string) diag.Diagnostic {
	return diag.Diagnostic{Rule: stepfunctions.InvalidMocks, Severity: diag.Warning, File: m.File, Span: m.ModeSpan,
		Message: fmt.Sprintf("the result is not compared with the response that fieldValidationMode %s asks for: %s", m.Mode, why)}
}

// mocked is the test case that answers the tasks of a run; nil without --mocks.
func (a *app) mocked(f *runFlags, s *scenario.Scenario, p *workflow.Program) (*stepfunctions.MockCase, error) {
	if f.mocks == "" {
		return nil, nil
	}
	mocks, err := a.readMocksFor(f.mocks)
	if err != nil {
		return nil, err
	}
	c, err := f.mockCase(mocks, s)
	if err != nil {
		return nil, err
	}
	if findings := c.Check(p); len(findings) > 0 {
		if err := a.report(findings); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the test case %s does not fit the definition", c.FullName())
	}
	return c, nil
}

// mockCase selects the test case of a mock file. In a scenario file with cases, --case selects one of these, and its name
// that of the mock file.
func (f *runFlags) mockCase(m *stepfunctions.Mocks, s *scenario.Scenario) (*stepfunctions.MockCase, error) {
	if s == nil || !hasCases(f.scenarioFile) && (f.name != "" || s.Name == "") {
		return m.Case(f.name)
	}
	return m.ForScenario(s.Name)
}

func (a *app) mocksConvert(path, definition, machine, out string) error {
	mocks, err := a.readMocksFor(path)
	if err != nil {
		return err
	}
	cases, err := mocks.OfMachine(machine)
	if err != nil {
		return err
	}
	doc := value.NewObject(2)
	if definition != "" {
		doc.Set("workflow", workflowFrom(out, definition))
	}
	var list []any
	for _, c := range cases {
		list = append(list, value.ObjectOf(value.Member{Key: "name", Value: c.Name}, value.Member{Key: "tasks", Value: scenario.Tasks(c.Stubs())}))
	}
	doc.Set("cases", list)
	return a.print("--output", out, scenario.Print(doc))
}

// workflowFrom is the path of a definition as a scenario file names it that is written to a path; empty is standard output.
func workflowFrom(out, definition string) string {
	if out == "" || out == stdout {
		return definition
	}
	from, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return definition
	}
	to, err := filepath.Abs(definition)
	if err != nil {
		return definition
	}
	if relative, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(relative)
	}
	return definition
}

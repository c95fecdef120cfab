package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// coverageFlags are the flags of test that are about coverage.
type coverageFlags struct {
	on           bool
	format, file string
	least        float64
}

func (f *coverageFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.BoolVar(&f.on, "coverage", false, "print which parts of the definitions the cases cover")
	flags.StringVar(&f.format, "coverage-format", "text", "text, json (for graph --coverage) or lcov")
	flags.StringVar(&f.file, "coverage-file", "", "write the coverage to this `file`")
	flags.Float64Var(&f.least, "fail-under", 0, "fail if less than this `percentage` is covered")
	complete(c, "coverage-format", "text", "json", "lcov")
}

// wanted reports whether coverage is measured.
func (f *coverageFlags) wanted() bool {
	return f.on || f.file != "" || f.least > 0
}

func (f *coverageFlags) check(format string) error {
	switch {
	case f.format != "text" && !f.wanted():
		return errors.New("--coverage-format needs --coverage")
	case f.wanted() && f.file == "" && (f.format != "text" || format != "text"):
		return errors.New("--coverage with --format or --coverage-format other than text needs --coverage-file")
	case f.least < 0 || f.least > 100:
		return errors.New("--fail-under must be a percentage from 0 to 100")
	}
	return oneOf("--coverage-format", f.format, "text", "json", "lcov")
}

// cover adds what a case used; one that could not be run used nothing.
func (t *tester) cover(r *caseResult) {
	if t.coverage != nil && r.result != nil {
		t.coverage.Add(r.program, r.used)
	}
}

// printCoverage prints the coverage, and returns an error if there is less than asked for.
func (t *tester) printCoverage() error {
	f := &t.flags.coverage
	if !f.wanted() {
		return nil
	}
	var text bytes.Buffer
	var err error
	switch f.format {
	case "json":
		err = t.coverage.WriteJSON(&text)
	case "lcov":
		var dir string
		if dir, err = os.Getwd(); err == nil {
			err = t.coverage.WriteLCOV(&text, dir)
		}
	default:
		err = t.coverage.WriteText(&text)
	}
	if err != nil {
		return err
	}
	if f.file != "" {
		err = t.app.print("--coverage-file", f.file, text.Bytes())
	} else {
		_, err = t.out.Write(text.Bytes())
	}
	if total := t.coverage.Total(); err == nil && total.Percent() < f.least {
		err = &exit{status: statusFound, message: fmt.Sprintf("%s of the points are covered, and --fail-under asks for %g %%", total, f.least)}
	}
	return err
}

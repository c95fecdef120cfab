package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeScenarios writes a scenario file into a folder for each outcome that made-up runs of a program come to: all of them or none.
func (a *app) writeScenarios(folder string, p *workflow.Program, paths []string) error {
	ctx, release := a.Interrupted()
	defer release()
	plays, missing, err := a.samples(ctx, p, &testInitFlags{runs: defaultInvented, seed: 1})
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(a.scenarioBeside(paths[0])), ".scenario.yaml")
	var named []files.Named
	for i, c := range sample.Cases(plays) {
		o := c.(*value.Object)
		out := filepath.Join(folder, fmt.Sprintf("%s-%d-%s.scenario.yaml", base, i+1, slugOf(o.Get("name").(string))))
		if _, err := os.Lstat(out); err == nil {
			return fmt.Errorf("%s exists already; choose another folder with --scenarios", out)
		}
		doc := sampledBy(out, paths)
		for k, v := range o.All() {
			doc.Set(k, v)
		}
		named = append(named, files.Named{Path: out, Text: scenario.Print(doc)})
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if err := files.WriteAll(named); err != nil {
		return err
	}
	a.reportSamples(p, plays, missing, folder)
	return nil
}

// slugOf is a title as a part of the name of a file.
func slugOf(title string) string {
	const most = 60
	name := dialects.Slug(title)
	if runes := []rune(name); len(runes) > most {
		name = string(runes[:most])
	}
	return name
}

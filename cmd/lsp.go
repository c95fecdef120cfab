package cmd

import (
	"bytes"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/lsp"
)

func (a *app) lspCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor as a language server",
		Long: "lsp speaks the Language Server Protocol on standard input and output. It reports findings while a definition is typed, formats it,\n" +
			"offers fixes, finds and renames states and steps, explains rules, and draws. docs/editors.md has the settings of editors.",
		Example: "  flowglot lsp < /dev/null",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return a.serveEditor() },
	}
	uses(c, reads)
	return c
}

// serveEditor serves an editor until it leaves.
func (a *app) serveEditor() error {
	if a.Stdin == nil {
		return errors.New("lsp needs standard input")
	}
	s := &lsp.Server{Version: version, Check: a.checkText, Format: a.formatText, Explain: a.explanation, Paths: a.dataPaths}
	err := s.Serve(a.Stdin, kept{a.Stdout})
	if errors.Is(err, lsp.ErrNoShutdown) {
		return &exit{status: statusFound, message: err.Error()}
	}
	return err
}

// checkText checks the definitions in the text of a file, as lint does. Files that lint passes over in a directory have none: an editor
// may send any of them.
func (a *app) checkText(path string, text []byte) ([]*lint.Report, []diag.Diagnostic) {
	all := a.loader().ReadAll(load.Text(path, text))
	if !takes(find.File{Path: path}, all[0]) {
		return nil, nil
	}
	batch := &lint.Batch{Linter: a.linter(nil)}
	reports := batch.Linter.CheckFile(all)
	batch.Add(reports...)
	return reports, batch.Findings()
}

// formatText formats the definitions in the text of a file, as fmt does.
func (a *app) formatText(path string, text []byte) []byte {
	l := a.loader()
	all := l.ReadAll(load.Text(path, text))
	if !takes(find.File{Path: path}, all[0]) {
		return text
	}
	return l.Format(all).Text
}

// explanation is what explain prints about a rule; empty if it does not know it.
func (a *app) explanation(rule string) string {
	var out bytes.Buffer
	b := *a
	b.Stdout = &out
	if b.explain(rule) != nil {
		return ""
	}
	return "```\n" + out.String() + "```"
}

// kept is a writer that nobody closes.
type kept struct{ io.Writer }

// Close implements io.Closer.
func (kept) Close() error { return nil }

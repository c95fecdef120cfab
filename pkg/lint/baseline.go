package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
)

// A Baseline holds findings that are known, so that only new ones are reported. It knows a finding by its file, rule and
// message and not by its line, so that it holds when lines move.
type Baseline struct {
	// Dir is the directory that the names of files are relative to: that of the baseline, an absolute path.
	Dir string
	// Abs turns the name of a file into an absolute path.
	Abs func(name string) string

	entries map[entry]int
}

// An entry is what the baseline knows a finding by.
type entry struct {
	File    string `json:"file"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// The shape of a baseline file.
type (
	baselineFile struct {
		Version  int             `json:"version"`
		Findings []baselineEntry `json:"findings"`
	}
	baselineEntry struct {
		entry
		Count int `json:"count"`
	}
)

// Read reads the text of a baseline file.
func (b *Baseline) Read(text []byte) error {
	var file baselineFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return fmt.Errorf("not a baseline: %w; --write-baseline writes one", err)
	}
	if file.Version != 1 {
		return errors.New("not a baseline of version 1; --write-baseline writes one")
	}
	b.entries = map[entry]int{}
	for _, e := range file.Findings {
		b.entries[e.entry] += max(1, e.Count)
	}
	return nil
}

// New returns the findings that the baseline does not know. Of several with the same message, the later ones are new.
// It also returns how many findings it knows that no longer exist: the baseline can be written again without them.
func (b *Baseline) New(ds []diag.Diagnostic) (found []diag.Diagnostic, gone int) {
	left := make(map[entry]int, len(b.entries))
	for e, n := range b.entries {
		left[e] = n
	}
	for i := range ds {
		if e := b.entry(&ds[i]); left[e] > 0 {
			left[e]--
			continue
		}
		found = append(found, ds[i])
	}
	for _, n := range left {
		gone += n
	}
	return found, gone
}

// Text returns the baseline file that knows these findings.
func (b *Baseline) Text(ds []diag.Diagnostic) ([]byte, error) {
	count := map[entry]int{}
	for i := range ds {
		count[b.entry(&ds[i])]++
	}
	file := baselineFile{Version: 1, Findings: []baselineEntry{}}
	for e, n := range count {
		file.Findings = append(file.Findings, baselineEntry{e, n})
	}
	slices.SortFunc(file.Findings, func(x, y baselineEntry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Message, y.Message))
	})
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(file)
	return out.Bytes(), err
}

func (b *Baseline) entry(d *diag.Diagnostic) entry {
	name := ""
	if d.File != nil {
		name = d.File.Name
		if relative, err := filepath.Rel(b.Dir, b.Abs(name)); err == nil {
			name = relative
		}
	}
	return entry{filepath.ToSlash(name), d.Rule, d.Message}
}

package config

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Found is a file that a first configuration is written for.
type Found struct {
	// Path is relative to the folder of the configuration, with slashes.
	Path string
	// Dialect is what the file was recognised as, or empty.
	Dialect string
	// Telling means that the name alone tells the dialect.
	Telling bool
}

// Initial returns the text of a first configuration for a folder with these files. Definitions whose name does not tell
// their dialect get a section: one for all files of a folder with the same ending, if these are of one dialect.
func Initial(files []Found) []byte {
	var b strings.Builder
	b.WriteString("# The configuration of flowglot; docs/configuration.md describes it.\nversion: 1\n\n")
	b.WriteString("# Files that 'flowglot lint .' and 'flowglot fmt .' pass over.\nexclude: []\n")
	if sections := initialSections(files); len(sections) > 0 {
		b.WriteString("\n# Definitions whose name does not show their dialect.\nfiles:\n")
		for _, s := range sections {
			fmt.Fprintf(&b, "  - match: %s\n    dialect: %s\n", strconv.Quote(s.Path), s.Dialect)
		}
	}
	b.WriteString("\n# Levels of rules: off, on, info, warning or error. 'flowglot rules' lists the rules.\nrules: {}\n")
	b.WriteString("\n# The lowest severity that makes 'flowglot lint' exit with 1.\nfailOn: error\n")
	return []byte(b.String())
}

// initialSections returns the patterns that are needed, in the order of the files.
func initialSections(files []Found) []Found {
	type place struct{ dir, ending string }
	at := func(f Found) place { return place{path.Dir(f.Path), path.Ext(f.Path)} }
	dialects := map[place][]string{} // of all files with that ending in the folder; "" is none
	for _, f := range files {
		if p := at(f); !slices.Contains(dialects[p], f.Dialect) {
			dialects[p] = append(dialects[p], f.Dialect)
		}
	}
	var out []Found
	done := map[place]bool{}
	for _, f := range files {
		p := at(f)
		if f.Dialect == "" || f.Telling || done[p] {
			continue
		}
		if len(dialects[p]) == 1 && p.dir != "." {
			done[p] = true
			f.Path = path.Join(p.dir, "*"+p.ending)
		}
		out = append(out, f)
	}
	return out
}

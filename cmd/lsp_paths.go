package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/lsp"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// The limits of the paths that an editor offers.
const (
	mostPaths      = 300
	deepestPath    = 6
	mostScenarios  = 50
	longestExample = 40
)

// dataPaths returns the paths into the inputs that the scenarios next to a definition give it, each once.
func (a *app) dataPaths(path string) []lsp.Path {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // a document that is not a file has no scenarios
	}
	c := &pathCollector{seen: map[string]bool{}}
	read := 0
	for _, e := range entries {
		if e.IsDir() || !load.IsScenario(e.Name()) || read == mostScenarios {
			continue
		}
		read++
		text, err := files.ReadRegular(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			continue // it is a help, and not worth a message
		}
		f := source.NewFile(e.Name(), text)
		source.Parse(f)
		if f.Root == nil || !isAbout(f.Root, filepath.Base(path)) {
			continue
		}
		c.inputs(f.Root)
		if all := f.Root.Get("cases"); all != nil {
			for _, x := range all.Items {
				c.inputs(x)
			}
			for i := range all.Members {
				c.inputs(all.Members[i].Value)
			}
		}
	}
	return c.paths
}

// isAbout reports whether a scenario runs a file, or does not name one.
func isAbout(scenario *source.Node, name string) bool {
	w := scenario.Get("workflow")
	if w == nil || w.Kind != source.String {
		return true
	}
	file, _, _ := strings.Cut(w.Text, "#")
	return filepath.Base(filepath.FromSlash(file)) == name
}

// A pathCollector collects the paths of values.
type pathCollector struct {
	paths []lsp.Path
	seen  map[string]bool
}

// inputs adds the paths of the input of a scenario or of one of its cases.
func (c *pathCollector) inputs(n *source.Node) {
	if input := n.Get("input"); input != nil {
		c.add("$", input, 0)
	}
}

// add adds the paths of what is in a value.
func (c *pathCollector) add(path string, n *source.Node, depth int) {
	if depth > 0 && !c.seen[path] {
		if len(c.paths) == mostPaths {
			return
		}
		c.seen[path] = true
		c.paths = append(c.paths, lsp.Path{Text: path, Kind: n.Kind.String(), Example: example(n)})
	}
	if depth == deepestPath {
		return
	}
	for i := range n.Members {
		c.add(path+step(n.Members[i].Key), n.Members[i].Value, depth+1)
	}
	if len(n.Items) > 0 {
		c.add(path+"[0]", n.Items[0], depth+1)
	}
}

// step is a step of a path to a member.
func step(key string) string {
	for i, c := range key {
		if letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; !letter && (i == 0 || c < '0' || c > '9') {
			return "['" + strings.ReplaceAll(strconv.Quote(key)[1:len(strconv.Quote(key))-1], "'", `\'`) + "']"
		}
	}
	return "." + key
}

// example is a value in JSON, cut off if it is long.
func example(n *source.Node) string {
	text, err := json.Marshal(value.Of(n))
	if err != nil {
		return "…"
	}
	if runes := []rune(string(text)); len(runes) > longestExample {
		return string(runes[:longestExample]) + "…"
	}
	return string(text)
}

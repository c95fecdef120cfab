package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/flowglot/flowglot/"

// A layer is a package as docs/architecture.md lists it: the packages are in the order in which they may know one another,
// each with all the packages of the project that it imports.
type layer struct {
	name    string
	imports []string
}

// TestImports compares the table of packages in docs/architecture.md, and the picture above it, with what the packages import.
func TestImports(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	have := imports(t)
	layers := tableOfPackages(string(text))
	if len(layers) < 20 {
		t.Fatalf("the table of docs/architecture.md has %d packages; it was not understood", len(layers))
	}
	for i, l := range layers {
		got, exists := have[l.name]
		if !exists {
			t.Errorf("docs/architecture.md lists %s, which does not exist", l.name)
			continue
		}
		if l.name == "cmd" { // it may import anything
			continue
		}
		if want := slices.Sorted(slices.Values(l.imports)); !slices.Equal(got, want) {
			t.Errorf("%s imports\n\t%s, and docs/architecture.md lists\n\t%s", l.name, strings.Join(got, " "), strings.Join(want, " "))
		}
		for _, other := range got {
			if !slices.ContainsFunc(layers[:i], func(l layer) bool { return l.name == other }) {
				t.Errorf("%s imports %s, which docs/architecture.md does not list above it", l.name, other)
			}
		}
	}
	for name := range have {
		if !slices.ContainsFunc(layers, func(l layer) bool { return l.name == name }) {
			t.Errorf("docs/architecture.md does not list %s", name)
		}
	}
	comparePicture(t, string(text), have)
}

// comparePicture checks that each arrow of the picture is an import, and that each import is an arrow or follows from some.
func comparePicture(t *testing.T, text string, have map[string][]string) {
	arrows := arrowsOfPicture(text, have)
	if len(arrows) < 10 {
		t.Fatalf("the picture of docs/architecture.md has arrows from %d packages; it was not understood", len(arrows))
	}
	for from, tos := range arrows {
		for _, to := range tos {
			if !slices.Contains(have[from], to) {
				t.Errorf("docs/architecture.md draws an arrow from %s to %s, which it does not import", from, to)
			}
		}
	}
	for from, tos := range have {
		reached := map[string]bool{}
		todo := []string{from}
		for len(todo) > 0 {
			at := todo[0]
			todo = todo[1:]
			for _, to := range arrows[at] {
				if !reached[to] {
					reached[to] = true
					todo = append(todo, to)
				}
			}
		}
		for _, to := range tos {
			if !reached[to] {
				t.Errorf("%s imports %s, and no arrows of docs/architecture.md lead from one to the other", from, to)
			}
		}
	}
}

// imports returns what each package of the project imports of the others, without the name of the module.
func imports(t *testing.T) map[string][]string {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./pkg/...", "./cmd").Output()
	if err != nil {
		t.Fatal(err)
	}
	have := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		list := []string{}
		for _, w := range words[1:] {
			if other, ours := strings.CutPrefix(w, module); ours {
				list = append(list, other)
			}
		}
		slices.Sort(list)
		have[strings.TrimPrefix(words[0], module)] = list
	}
	return have
}

// tableOfPackages reads the rows "| `pkg/x` | what it holds | `y` `z` |".
func tableOfPackages(text string) []layer {
	var out []layer
	code := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			continue
		}
		name := strings.Trim(cells[1], " `")
		if name != "cmd" && !strings.HasPrefix(name, "pkg/") {
			continue
		}
		l := layer{name: name}
		for _, m := range code.FindAllStringSubmatch(cells[3], -1) {
			l.imports = append(l.imports, "pkg/"+m[1])
		}
		out = append(out, l)
	}
	return out
}

// arrowsOfPicture reads the lines "a --> b" of the picture, in which a package may have a longer name: asl["dialects/asl"].
func arrowsOfPicture(text string, have map[string][]string) map[string][]string {
	_, text, _ = strings.Cut(text, "flowchart BT\n")
	text, _, _ = strings.Cut(text, "```")
	long := map[string]string{}
	full := func(node string) string {
		if short, label, labelled := strings.Cut(strings.TrimSpace(node), `["`); labelled {
			long[short] = strings.TrimSuffix(label, `"]`)
			node = short
		}
		if name, ok := long[strings.TrimSpace(node)]; ok {
			node = name
		}
		name := "pkg/" + strings.TrimSpace(node)
		if _, exists := have[name]; !exists {
			name = strings.TrimPrefix(name, "pkg/")
		}
		return name
	}
	arrows := map[string][]string{}
	for line := range strings.Lines(text) {
		if from, to, ok := strings.Cut(line, "-->"); ok {
			name := full(from)
			arrows[name] = append(arrows[name], full(to))
		}
	}
	return arrows
}

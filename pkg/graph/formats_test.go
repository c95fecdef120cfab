package graph

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestFlowchartAndDOT(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]*workflow.Workflow{
		"order": order(), "strange": strange(), "loops": loops(), "gateways": gateways(), "nothing": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, name+".flow.mmd", Of(w, Options{}).Flowchart(Options{}))
			golden(t, name+".dot", Of(w, Options{}).DOT(Options{}))
		})
	}
}

func TestFlowchartNotesItsLimits(t *testing.T) {
	t.Parallel()
	var notes []string
	o := Options{Note: func(s string) { notes = append(notes, s) }}
	Of(chain(300), o).Flowchart(o)
	if want := "the diagram has 601 edges, and most pages draw no more than 500"; len(notes) != 2 || notes[1] != want {
		t.Errorf("the notes are %q; the last should be %q", notes, want)
	}
}

// chartLine is what a line of a flowchart may be. Labels are in quotes that nothing in them ends.
var chartLine = regexp.MustCompile(`^ *(?:flowchart (?:TD|LR)|direction LR|end|subgraph \w+ \["[^"]*"\]` +
	`|\w+(?:\["[^"]*"\]|\{"[^"]*"\}|\(\["[^"]*"\]\)|\(\("#160;"\)\)|\(\(\("#160;"\)\)\))(?::::dot)?` +
	`|\w+ (?:-->|-\.->)(?:\|"[^"]*"\|)? \w+|classDef \w+ \S+(?: \d)?|class \S+ \w+|linkStyle [0-9,]+ [a-z].+)$`)

// checkFlowchart checks that every line of a flowchart is one that Mermaid reads.
func checkFlowchart(t *testing.T, text string) {
	t.Helper()
	if strings.HasPrefix(text, "---\n") {
		_, text, _ = strings.Cut(text[4:], "---\n")
	}
	open := 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if !chartLine.MatchString(line) {
			t.Errorf("%q is nothing that Mermaid reads", line)
		}
		switch word := strings.TrimLeft(line, " "); {
		case strings.HasPrefix(word, "subgraph "):
			open++
		case word == "end":
			open--
		}
	}
	if open != 0 {
		t.Errorf("%d subgraphs are not closed", open)
	}
}

// label finds the labels of a DOT text that are like HTML.
var label = regexp.MustCompile(`label=<(.*?)>[,\]]`)

// checkDOT checks that brackets are closed, and that labels are well-formed.
func checkDOT(t *testing.T, text string) {
	t.Helper()
	if strings.Count(text, "{\n") != strings.Count(text, "}\n") {
		t.Errorf("brackets are not closed:\n%s", text)
	}
	for _, m := range label.FindAllStringSubmatch(text, -1) {
		d := xml.NewDecoder(strings.NewReader("<x>" + m[1] + "</x>"))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("the label %q: %v", m[1], err)
			}
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 10, ""},
		{"one two three four", 10, "one two|three four"},
		{"one two three", 100, "one two three"},
		{"a-very-long-word-without-spaces", 12, "a-very-long-|word-without|-spaces"},
		{"12345678901234567890", 8, "12345678|90123456|7890"},
		{"Überprüfung läuft", 11, "Überprüfung|läuft"},
	} {
		if got := strings.Join(Wrap(test.text, test.limit), "|"); got != test.want {
			t.Errorf("%q in lines of %d: %q, not %q", test.text, test.limit, got, test.want)
		}
	}
}

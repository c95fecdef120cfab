package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
)

// The parts of a page. The script and the style load nothing.
var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// mostText bounds the data of all cases of a page, in bytes. Steps of cases beyond it are shown without data.
const mostText = 64 << 20

// A Page collects what it shows; [Page.Write] writes it.
type Page struct {
	title    string
	suite    bool
	cases    []*Case
	flows    []flow
	drawings []template.HTML
	text     int // bytes of data that its cases have
	left     int // cases whose data was left out
}

// ForRun returns a page about one run.
func ForRun(title string) *Page { return &Page{title: title} }

// ForSuite returns a page about the cases of a suite.
func ForSuite(title string) *Page { return &Page{title: title, suite: true} }

// Draw adds a drawing, a picture as SVG that escapes what it shows, and returns the number by which cases name it.
func (p *Page) Draw(svg []byte) int {
	p.drawings = append(p.drawings, template.HTML(svg))
	return len(p.drawings) - 1
}

// Add adds a case. A page about a run has one.
func (p *Page) Add(c *Case) {
	for _, t := range c.Texts {
		p.text += len(t)
	}
	if p.text > mostText {
		c.dropData()
		p.left++
	}
	p.cases = append(p.cases, c)
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	layout, err := template.New("page").Parse(markup)
	if err != nil {
		return err
	}
	data, err := json.Marshal(map[string]any{"suite": p.suite, "cases": p.cases}) // which escapes what could end the element
	if err != nil {
		return err
	}
	return layout.Execute(w, struct {
		Title, Summary string
		Suite          bool
		Style          template.CSS
		Script, Data   template.JS
		Flows          []flow
		Drawings       []template.HTML
		Columns        []string
	}{p.title, p.summary(), p.suite, template.CSS(style), template.JS(script), template.JS(data), p.flows, p.drawings, columns()})
}

// summary is the line below the title.
func (p *Page) summary() string {
	if !p.suite {
		if len(p.cases) == 0 {
			return ""
		}
		c := p.cases[0]
		text := fmt.Sprintf("%s after %s, %d step", c.Status, c.Elapsed, c.Steps)
		if c.Steps != 1 {
			text += "s"
		}
		return text
	}
	passed := 0
	for _, c := range p.cases {
		if c.Passed {
			passed++
		}
	}
	text := fmt.Sprintf("%d passed, %d failed", passed, len(p.cases)-passed)
	if p.left > 0 {
		text += fmt.Sprintf("; the data of %d cases is left out, since the page would be too large", p.left)
	}
	return text
}

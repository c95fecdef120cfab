package page_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/run/page"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// shot names a page whose picture is taken: go test ./pkg/run/page -run TestShot -shot FILE.html, which writes FILE.html.png.
var shot = flag.String("shot", "", "a page to take a picture of")

// suite is a page of a case that passed and one that failed, after n calls each.
func suite(t *testing.T, n int) string {
	t.Helper()
	w, nodes := flow("gather", "weigh", "send")
	p := page.ForSuite("flowglot test")
	number := p.Draw(svg.Print(graph.Of(w, graph.Options{}), svg.Options{}))
	over := &graph.Overlay{Rest: graph.StateIdle, Elements: map[*workflow.Element]graph.Mark{nodes[0].Element: {State: graph.StateDone}}}
	d := graph.Of(w, graph.Options{Overlays: []*graph.Overlay{over}})
	for i, passed := range []bool{true, false} {
		c := recorded(w, nodes, n)
		c.Name, c.File, c.Line, c.Passed = fmt.Sprintf("case %d", i+1), "flow.scenario.yaml", 3, passed
		c.Mark(number, d)
		if !passed {
			c.Differences, c.Command = []string{"output: expected 1, got 2"}, "flowglot run flow"
		}
		p.Add(c)
	}
	return written(t, p)
}

// TestUse uses the page of a suite as people do: by the mouse, by the keyboard alone, and by what a screen reader is given.
func TestUse(t *testing.T) {
	t.Parallel()
	b := open(t, suite(t, 20))
	check := func(what, expression, want string) {
		t.Helper()
		if got := b.eval(expression); got != want {
			t.Errorf("%s: %s is %q, not %q", what, expression, got, want)
		}
	}
	check("the first case that failed is shown", `document.getElementById("case-title").textContent`, "case 2")
	check("its differences are shown", `document.getElementById("differences").innerText`, "output: expected 1, got 2")
	check("the path is marked", `document.querySelector('#drawing [data-node="gather"]').classList.contains("done")`, "true")
	check("what it did not reach is marked", `document.querySelector('#drawing [data-node="send"]').classList.contains("idle")`, "true")

	b.click("#cases-0")
	check("another case", `document.getElementById("case-title").textContent`, "case 1")
	b.click("#steps-5")
	check("data of a step", `document.querySelector("#data pre").textContent`, "{\n  \"round\": 1\n}")
	check("its box", `document.querySelector("#drawing .here").dataset.node`, "weigh")
	b.click(`#drawing [data-node="send"]`)
	check("a step of a box", `document.querySelector("#data h4").textContent`, "● send at 2 s")
	b.click("#line-3")
	check("the step of a bar", `document.querySelector("#data h4").textContent`, "→ gather at 3 s")
	b.click("#failed")
	check("only failed cases", `document.querySelectorAll("#cases .row").length`, "1")
	b.click("#failed")

	// The keyboard alone: from the first control on, every list can be reached and moved through.
	check("the focus is at the start", `(document.activeElement.blur(), document.querySelector("#find").focus(), document.activeElement.id)`, "find")
	var reached []string
	for range 12 {
		b.press("Tab")
		reached = append(reached, b.eval(`document.activeElement.id || document.activeElement.tagName`))
		if reached[len(reached)-1] == "steps" {
			break
		}
	}
	for _, want := range []string{"failed", "cases", "drawing", "line", "steps"} {
		if !slices.Contains(reached, want) {
			t.Errorf("the tab key reaches %q, and not %q", reached, want)
		}
	}
	b.press("End")
	check("the last step", `document.querySelector("#data h4").textContent`, "← weigh at 20 s")
	b.press("ArrowUp")
	check("the one before", `document.querySelector("#steps [aria-selected=true]").id`, "steps-59")
	check("it is the active one", `document.getElementById("steps").getAttribute("aria-activedescendant")`, "steps-59")
	b.press("Home")
	check("the first step", `document.querySelector("#data h4").textContent`, "▶ flow at 0 s")

	if lists := b.names("listbox"); !slices.Equal(lists, []string{"Cases", "Time line 20 calls and waits in 20 s", "Steps"}) {
		t.Errorf("a screen reader is given the lists %q", lists)
	}
	for _, name := range b.names("option") {
		if strings.TrimSpace(name) == "" {
			t.Error("a screen reader is given a row without a name")
		}
	}
	b.quiet()
}

// TestManySteps opens a page of 10,000 steps: few rows are elements of the document at any time, wherever it is scrolled to, and
// the steps at the end are reached.
func TestManySteps(t *testing.T) {
	t.Parallel()
	const calls = 10_000
	w, nodes := flow("gather", "weigh", "send")
	p := page.ForRun("flow")
	c := recorded(w, nodes, calls)
	c.Drawing = p.Draw(svg.Print(graph.Of(w, graph.Options{}), svg.Options{}))
	p.Add(c)
	b := open(t, written(t, p))
	for _, share := range []string{"0", "0.37", "1"} {
		b.eval(`(() => { const s = document.getElementById("steps"); s.scrollTop = s.scrollHeight * ` + share + `; return 0 })()`)
		if n, err := strconv.Atoi(b.eval(`document.querySelectorAll(".row").length`)); err != nil || n == 0 || n > 150 {
			t.Errorf("%d rows are in the document at %s", n, share)
		}
	}
	b.click("#steps")
	b.press("End")
	if got := b.eval(`document.querySelector("#data pre").textContent`); got != "{\n  \"round\": 9999\n}" {
		t.Errorf("the data of the last step is %s", got)
	}
	if got := b.eval(`document.getElementById("steps").dataset.rows`); got != strconv.Itoa(3*calls+1) {
		t.Errorf("there are %s steps", got)
	}
	t.Logf("loaded after %s ms; a step is shown after %s ms", b.eval(`Math.round(performance.timing.loadEventEnd - performance.timing.navigationStart)`),
		b.eval(`(() => { const s = performance.now(), l = document.getElementById("steps"); for (let i = 0; i < 100; i++) l.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowUp"})); document.body.offsetHeight; return (performance.now() - s) / 100 })()`))
	b.quiet()
}

// TestShot takes a picture of a page.
func TestShot(t *testing.T) {
	if *shot == "" {
		t.Skip("-shot names no page")
	}
	text, err := os.ReadFile(*shot)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, string(text))
	b.click("#steps")
	var got struct{ Data string }
	b.into(b.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}), &got)
	b.quiet()
	picture, err := base64.StdEncoding.DecodeString(got.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*shot+".png", picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

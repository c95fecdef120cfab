package convert

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// A line is one line of a report for people: what it is about, the text, the rule in brackets, and what can be done.
type line struct {
	label, text, rule, remedy string
}

// Text returns a report for people: a heading, one line for each loss, stand-in, and duty of workers, the worst first and each with what to
// do about it, what is assumed, and a summary. The notes are counted, unless all lines are asked for; some are always shown: see
// [Report.show].
func (r *Report) Text(heading string, all bool) string {
	lines := r.lines(all)
	label, text, size := 0, 0, 0
	for _, l := range lines {
		label = max(label, len(l.label))
		size += len("  …  \n") + len(l.text)
		if l.rule != "" {
			text = max(text, min(utf8.RuneCountInString(l.text), widest))
		}
	}
	var b strings.Builder
	b.Grow(size + label*len(lines)) // there may be one for each of very many steps
	fmt.Fprintf(&b, "%s\n", diag.Visible(heading))
	for _, l := range lines {
		shown := diag.Visible(l.text)
		b.WriteString("  " + l.label + strings.Repeat(" ", label-len(l.label)) + "  ")
		b.WriteString(shown)
		if l.rule != "" {
			fmt.Fprintf(&b, "%s  [%s]", strings.Repeat(" ", max(text-utf8.RuneCountInString(shown), 0)), l.rule)
		}
		b.WriteByte('\n')
		if l.remedy != "" {
			fmt.Fprintf(&b, "  %-*s  → %s\n", label, "", l.remedy)
		}
	}
	fmt.Fprintf(&b, "%s\n", r.summary(all))
	return b.String()
}

// widest is the width, in characters, up to which the rules in brackets are aligned in a column.
const widest = 90

// lines returns the lines of a report: losses, contracts, those that ask for the same in one, stand-ins, and with all, the notes.
func (r *Report) lines(all bool) []line {
	var out []line
	for i := range r.Losses {
		l := &r.Losses[i]
		text := l.Message + l.places()
		if l.Instead != "" {
			text += "; instead: " + l.Instead
		}
		out = append(out, line{l.Level, text, l.Rule, l.remedy})
	}
	for _, d := range sharedDuties(r.Contracts) {
		out = append(out, line{label: ByContract, text: r.workers(d.tasks, all) + " " + d.contract.duties(len(d.tasks)), rule: d.contract.Rule})
	}
	for _, text := range r.adapters(all) {
		out = append(out, line{label: "stand-in", text: text})
	}
	for _, s := range r.StandIns {
		if s.adapts != "" {
			continue
		}
		text := "write a worker for " + strconv.Quote(cmp.Or(s.Worker, dialects.TaskName(s.Task, ""))) + ", which " + s.What
		if s.exists {
			text = s.Task + " " + s.What
		}
		out = append(out, line{label: "stand-in", text: text})
	}
	for i, n := range r.Notes {
		if all || i < r.shown {
			out = append(out, line{label: "note", text: n})
		}
	}
	if len(r.Assumed) > 0 {
		out = append(out, line{label: "assumed", text: strings.Join(r.Assumed, ", ")})
	}
	return out
}

// adapters describes the workers that call others with another input, or to answer otherwise: one for all that are alike.
func (r *Report) adapters(all bool) []string {
	var kinds, out []string
	tasks := map[string][]string{}
	for _, s := range r.StandIns {
		if s.adapts == "" {
			continue
		}
		if tasks[s.like] == nil {
			kinds = append(kinds, s.like)
		}
		tasks[s.like] = append(tasks[s.like], dialects.TaskName(s.adapts, ""))
	}
	for _, like := range kinds {
		out = append(out, "write one worker for "+like+": it does so for "+r.workers(tasks[like], all))
	}
	return out
}

// workersToWrite is how many workers stand in for something, or are to call others.
func (r *Report) workersToWrite() int {
	count, like := 0, map[string]bool{}
	for _, s := range r.StandIns {
		if s.adapts == "" || !like[s.like] {
			count++
		}
		like[s.like] = true
	}
	return count
}

// namedWorkers is how many workers a line names, unless all are asked for.
const namedWorkers = 8

// workers lists the names that the target has for tasks of the source.
func (r *Report) workers(tasks []string, all bool) string {
	more := 0
	if !all {
		more = max(len(tasks)-namedWorkers, 0)
	}
	shown := tasks[:len(tasks)-more]
	renamed := r.renamed(shown)
	var names []string
	for _, t := range shown {
		names = append(names, cmp.Or(renamed[t], t))
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more (-v names them)", more))
	}
	last := names[len(names)-1]
	if len(names) == 1 {
		return last
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + last
}

// renamed are the names that the target has for some tasks of the source, of which there may be very many.
func (r *Report) renamed(tasks []string) map[string]string {
	asked := make(map[string]bool, len(tasks))
	for _, t := range tasks {
		asked[t] = true
	}
	out := map[string]string{}
	for _, x := range r.Tasks {
		if _, before := out[x.From]; asked[x.From] && !before {
			out[x.From] = x.To
		}
	}
	return out
}

// places names the element of a loss that the message does not name, and counts the others.
func (l *Loss) places() string {
	named := 0
	for _, name := range l.From {
		if strings.Contains(l.Message, fmt.Sprintf("%q", name)) {
			named++
		}
	}
	switch rest := len(l.From) - max(named, 1); {
	case named > 0 && rest > 0:
		return fmt.Sprintf(" (and %d more)", rest)
	case named > 0 || len(l.From) == 0:
		return ""
	case rest > 0:
		return fmt.Sprintf(" (%q and %d more)", l.From[0], rest)
	}
	return fmt.Sprintf(" (%q)", l.From[0])
}

// summary returns the last line: the numbers of losses, contracts and stand-ins, and what verification found.
func (r *Report) summary(all bool) string {
	var parts []string
	add := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, plural(n, one, many)))
		}
	}
	levels := map[string]int{}
	for i := range r.Losses {
		levels[r.Losses[i].Level]++
	}
	if r.Reason != nil {
		return "refused: " + diag.Visible(*r.Reason)
	}
	add(levels[Dropped], Dropped, Dropped)
	add(levels[Approximated], Approximated, Approximated)
	add(len(r.Contracts), "contract", "contracts")
	add(r.workersToWrite(), "stand-in", "stand-ins")
	if !all {
		add(len(r.Notes)-r.shown, "note (-v shows it)", "notes (-v shows them)")
	}
	parts = append(parts, fmt.Sprintf("%d of %d %s exact", r.elements-r.touched, r.elements, plural(r.elements, "construct", "constructs")))
	text := strings.Join(parts, ", ")
	if r.Verified != nil {
		text += "; " + r.Verified.String()
	}
	if r.Exhaustive != nil {
		text += "; " + diag.Visible(r.Exhaustive.String())
	}
	return text
}

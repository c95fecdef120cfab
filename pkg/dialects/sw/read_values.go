package sw

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
)

// named reads a string by which something is referred to, and reports one that is blank.
func (r *reader) named(m *source.Member) *Text {
	t := r.Text(m)
	if t != nil && strings.TrimSpace(t.Value) == "" {
		r.Add(&emptyText.Rule, m.Value.Span, "%s of %s is empty", quote(m.Key), r.Subject())
	}
	return t
}

// word reads a value of an enumeration, in any letter case.
func (r *reader) word(m *source.Member, legal ...string) *Word {
	t := r.Text(m)
	if t == nil {
		return nil
	}
	for _, w := range legal {
		if t.Value == w {
			return &Word{m.Value, w}
		}
	}
	for _, w := range legal {
		if strings.EqualFold(t.Value, w) {
			d := r.Add(&letterCase.Rule, m.Value.Span, "%s of %s is spelled %s, found %s", quote(m.Key), r.Subject(), quote(w), quote(t.Value))
			r.Suggest(d, dialects.Guess{Name: w, Sure: true, Help: "write " + quote(w)})
			return &Word{m.Value, w}
		}
	}
	quoted := make([]string, len(legal))
	for i, w := range legal {
		quoted[i] = quote(w)
	}
	d := r.Add(&unknownValue.Rule, m.Value.Span, "%s of %s must be %s, found %s", quote(m.Key), r.Subject(), dialects.Listed(quoted, "or"), quote(t.Value))
	r.Suggest(d, r.Guess(t.Value, legal))
	return nil
}

// count reads a whole number of at least the given one; it may appear in a string (sw: "Retry Definition", "Parallel
// State", "ForEach State").
func (r *reader) count(m *source.Member, least int) *Count {
	const most = 1_000_000_000 // so many that nobody counts them
	n := m.Value
	if n.Kind != source.Number && n.Kind != source.String {
		r.WrongField(m, "a whole number")
		return nil
	}
	if n.Kind == source.String && strings.Contains(n.Text, "{{") {
		return &Count{n, -1, r.template(m, true)}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(n.Text), 64)
	if err != nil && n.Kind == source.Number { // YAML: 0x1F
		i, intErr := strconv.ParseInt(n.Text, 0, 64)
		v, err = float64(i), intErr
	}
	switch {
	case err != nil || v != math.Trunc(v) || math.IsInf(v, 0) || math.IsNaN(v):
		r.Add(&outOfRange.Rule, n.Span, "%s of %s must be a whole number, found %s", quote(m.Key), r.Subject(), quote(n.Text))
		return nil
	case v < float64(least):
		r.Add(&outOfRange.Rule, n.Span, "%s of %s must be %d or more, found %s", quote(m.Key), r.Subject(), least, n.Text)
		return nil
	}
	return &Count{n, int(min(v, most)), nil}
}

// period reads a duration.
func (r *reader) period(m *source.Member) *Period {
	t := r.Text(m)
	switch {
	case t == nil:
		return nil
	case strings.Contains(t.Value, "{{"):
		return &Period{m.Value, r.template(m, true)}
	default:
		if _, err := iso8601.ParseDuration(t.Value); err != nil {
			r.badTime(&duration.Rule, m, 0, err)
			return nil
		}
	}
	return &Period{m.Value, nil}
}

// badTime reports a mistake in a text of ISO 8601, of which the part that was read begins at an offset.
func (r *reader) badTime(rule *diag.Rule, m *source.Member, offset int, err error) {
	at, text := m.Value.Span, r.File.Content(m.Value)
	var mistake *iso8601.Error
	if errors.As(err, &mistake) && mistake.End > mistake.Start {
		at = text.At(offset+mistake.Start, offset+mistake.End)
	}
	d := r.Add(rule, at, "%s of %s cannot be read: %s", quote(m.Key), r.Subject(), err)
	if s := m.Value.Text; rule == &duration.Rule && (strings.HasPrefix(s, "R") || strings.Contains(s, "/")) {
		d.Help = "write a single duration, such as \"PT15M\": repeating and other intervals are not allowed"
	} else if meant := iso8601.Meant(s); rule == &duration.Rule && meant != "" && offset == 0 {
		d.Help = "write " + quote(meant)
		d.Fix = &diag.Fix{Description: d.Help, Edits: []diag.Edit{{Span: m.Value.Span, Text: r.Spell(m.Value.Span, meant)}}}
	} else if rule == &duration.Rule {
		d.Help = "use an ISO 8601 duration, such as \"PT30S\", \"PT15M\" or \"P7D\""
	} else {
		d.Help = "use ISO 8601, such as \"PT15M\" or \"R5/PT15M\""
	}
}

// interval reads the interval of a retry: a duration, or a repeating interval of one.
func (r *reader) interval(m *source.Member) *Interval {
	t := r.Text(m)
	if t == nil {
		return nil
	}
	if strings.Contains(t.Value, "{{") {
		return &Interval{m.Value, -1, "", r.template(m, true)}
	}
	repeats, length, err := iso8601.ParseRepeating(t.Value)
	if err != nil {
		r.badTime(&retryInterval.Rule, m, 0, err)
		return nil
	}
	return &Interval{m.Value, repeats, length, nil}
}

// reference reads a name that refers to something. What it leads to is found when everything is known.
func (r *reader) reference(m *source.Member, what target) *Reference {
	t := r.Text(m)
	if t == nil {
		return nil
	}
	return r.refer(t.Node, what)
}

func (r *reader) refer(n *source.Node, what target) *Reference {
	x := &Reference{Node: n, Name: n.Text, What: what}
	r.references = append(r.references, x)
	return x
}

// metadata checks that all values are strings (sw: "Workflow Metadata").
func (r *reader) metadata(m *source.Member) {
	r.idle = append(r.idle, m.Value.Span)
	if m.Value.Kind != source.Object {
		r.WrongField(m, "an object of strings")
		return
	}
	o := reading.Owner{Of: reading.Label("the metadata of " + r.Subject()), Itself: true}
	r.Within(m.Value, o, func() {
		for _, x := range m.Value.LastMembers() {
			r.Text(x)
		}
	})
}

package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// Findings are suppressed by comments where a notation has comments, and by the configuration everywhere:
//
//	# flowglot-ignore net/loop, asl/* -- the queue is never empty
//	# flowglot-ignore-file asl/resource-arn -- resources are filled in when it is deployed
//
// A comment on a line of its own is about the next line that is neither empty nor a comment, one after something about
// its own line. The reason is required.

// The words that such comments begin with.
const (
	ignoreWord     = "flowglot-ignore"
	ignoreFileWord = "flowglot-ignore-file"
)

// A suppression is a comment that suppresses findings.
type suppression struct {
	span     source.Span
	patterns []string
	line     int // whose findings are suppressed; 0 is those of the whole file
	used     bool
}

// suppressions are what suppresses findings of one file.
type suppressions struct {
	file     *source.File
	dialect  string
	settings *config.Settings
	list     []*suppression
	invalid  []diag.Diagnostic
	used     map[*config.Ignore]bool
	linter   *Linter
}

// readSuppressions reads the comments of a definition that suppress findings.
func (l *Linter) readSuppressions(d *load.Definition, settings *config.Settings) *suppressions {
	s := &suppressions{file: d.File, settings: settings, linter: l, used: map[*config.Ignore]bool{}}
	if d.Outer != nil {
		s.file = d.Outer
	}
	if d.Dialect == nil || !bytes.Contains(d.File.Text, []byte(ignoreWord)) {
		return s
	}
	s.dialect = d.Dialect.Name()
	comments := yamlComments(s.file)
	if c, ok := d.Syntax.(dialects.Commented); ok && d.Outer == nil {
		comments = c.Comments()
	}
	for _, span := range comments {
		s.comment(s.file, span)
	}
	return s
}

// comment reads a comment, if it is one that suppresses findings.
func (s *suppressions) comment(f *source.File, span source.Span) {
	text := strings.TrimSpace(strings.TrimLeft(string(f.Text[span.Start:span.End]), "#"))
	word, rest, _ := strings.Cut(text, " ")
	if word != ignoreWord && word != ignoreFileWord {
		return
	}
	names, reason, _ := strings.Cut(rest, "--")
	x := &suppression{span: source.Span{Start: span.Start, End: span.Start + len(strings.TrimRight(string(f.Text[span.Start:span.End]), " \t\r\n"))}}
	if word == ignoreWord {
		x.line = lineOf(f, span)
	} else if len(bytes.TrimSpace(withoutComments(f.Text[:span.Start]))) > 0 {
		s.report(&invalidSuppressionRule, x.span, "move it above the definition", "%q is not at the top of the file", ignoreFileWord)
		return
	}
	x.patterns = current(s.linter.Rules, strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }))
	if len(x.patterns) == 0 {
		s.report(&invalidSuppressionRule, x.span, "write # "+word+" RULE -- reason", "the comment names no rule")
		return
	}
	for _, p := range x.patterns {
		if len(s.linter.Rules) > 0 && !slices.ContainsFunc(s.linter.Rules, func(r diag.Rule) bool { return matches(p, r.ID) }) {
			help := nearest.Help(p, ids(s.linter.Rules))
			if help == "" {
				help = "'flowglot rules' lists them"
			}
			s.report(&invalidSuppressionRule, x.span, help, "there is no rule %q", p)
			return
		}
	}
	if strings.TrimSpace(reason) == "" {
		s.report(&reasonRule, x.span, "write why after the rules: -- reason", "the comment has no reason")
	}
	s.list = append(s.list, x)
}

func (s *suppressions) report(r *diag.Rule, at source.Span, help, format string, args ...any) {
	s.invalid = append(s.invalid, diag.Diagnostic{Rule: r.ID, Severity: r.Severity, File: s.file, Span: at, Dialect: s.dialect,
		Message: fmt.Sprintf(format, args...), Help: help})
}

// lineOf returns the line that a comment is about.
func lineOf(f *source.File, comment source.Span) int {
	line := f.Position(comment.Start).Line
	before := f.Text[f.Offset(source.Position{Line: line, Column: 1}):comment.Start]
	if len(bytes.TrimSpace(before)) > 0 {
		return line
	}
	last := f.Position(len(f.Text)).Line
	for line++; line < last; line++ {
		if text := strings.TrimSpace(f.Line(line)); text != "" && text[0] != '#' {
			break
		}
	}
	return line
}

// withoutComments returns a text without the lines that are comments, and the marks that documents of YAML begin with.
func withoutComments(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		if t := bytes.TrimSpace(line); len(t) > 0 && t[0] != '#' && t[0] != '%' && string(t) != "---" {
			out = append(out, line...)
		}
	}
	return out
}

// yamlComments returns the comments of a YAML text that may suppress findings. A "#" begins one at the start of a line or
// after a blank, unless it is part of a string.
func yamlComments(f *source.File) []source.Span {
	if f.Format != source.YAML {
		return nil
	}
	var out []source.Span
	for at := 0; ; {
		i := bytes.Index(f.Text[at:], []byte(ignoreWord))
		if i < 0 {
			return out
		}
		at += i
		end := len(f.Text)
		if n := bytes.IndexAny(f.Text[at:], "\r\n"); n >= 0 {
			end = at + n
		}
		sign := len(bytes.TrimRight(f.Text[:at], " \t"))
		if sign > 0 && f.Text[sign-1] == '#' && beginsComment(f.Text, sign-1) && !inString(f.Root, sign-1, f.Text) {
			out = append(out, source.Span{Start: sign - 1, End: end})
		}
		at = end
	}
}

func beginsComment(text []byte, at int) bool {
	return at == 0 || strings.IndexByte(" \t\r\n", text[at-1]) >= 0 || at == 3 && bytes.HasPrefix(text, []byte("\ufeff"))
}

// inString reports whether an offset lies within a string of a tree. The first line of a block scalar is not: there, a
// comment may follow the sign that begins it.
func inString(n *source.Node, at int, text []byte) bool {
	for n != nil {
		var inner *source.Node
		switch n.Kind {
		case source.Object:
			for i := range n.Members {
				if m := &n.Members[i]; m.KeySpan.Start <= at && at < m.KeySpan.End {
					return true
				} else if m.Value.Span.Start <= at && at < m.Value.Span.End {
					inner = m.Value
				}
			}
		case source.Array:
			for _, x := range n.Items {
				if x.Span.Start <= at && at < x.Span.End {
					inner = x
				}
			}
		case source.String:
			block := n.Style == source.Literal || n.Style == source.Folded
			return !block || bytes.IndexByte(text[n.Span.Start:at], '\n') >= 0
		}
		n = inner
	}
	return false
}

// apply leaves out the findings that are suppressed. It changes ds.
func (s *suppressions) apply(ds []diag.Diagnostic) []diag.Diagnostic {
	if len(s.list) == 0 && (s.settings == nil || len(s.settings.Ignores()) == 0) {
		return ds
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return s.suppresses(&d) })
}

func (s *suppressions) suppresses(d *diag.Diagnostic) bool {
	suppressed := false
	for _, x := range s.list {
		if anyMatches(x.patterns, d.Rule) && (x.line == 0 || !d.Span.IsZero() && d.File.Position(d.Span.Start).Line == x.line) {
			x.used, suppressed = true, true
		}
	}
	if s.settings != nil {
		if x := s.settings.Ignored(d); x != nil {
			s.used[x], suppressed = true, true
		}
	}
	return suppressed
}

// findings returns what is wrong with the comments: those that are invalid, and those that suppress nothing.
func (s *suppressions) findings() []diag.Diagnostic {
	for _, x := range s.list {
		if !x.used && !s.off(x.patterns) {
			s.report(&unusedSuppressionRule, x.span, "remove the comment", "%s has no finding here to suppress", strings.Join(x.patterns, ", "))
			s.invalid[len(s.invalid)-1].Fix = &diag.Fix{Description: "remove the comment", Edits: []diag.Edit{{Span: s.whole(x.span)}}}
		}
	}
	return s.invalid
}

// off reports whether one of the rules is turned off, so that it is not known whether the comment is needed.
func (s *suppressions) off(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		isOff := func(r diag.Rule) bool { return r.Off && r.Named(p) }
		on, _ := s.linter.Selection.level(p, slices.ContainsFunc(s.linter.Rules, isOff), s.settings)
		return !on
	})
}

// whole returns the range of a comment with the blanks before it, and with its line if nothing else is on it.
func (s *suppressions) whole(span source.Span) source.Span {
	text := s.file.Text
	for span.Start > 0 && (text[span.Start-1] == ' ' || text[span.Start-1] == '\t') {
		span.Start--
	}
	if span.Start > 0 && text[span.Start-1] != '\n' && text[span.Start-1] != '\r' {
		return span
	}
	for span.End < len(text) && (text[span.End] == ' ' || text[span.End] == '\t' || text[span.End] == '\r') {
		span.End++
	}
	if span.End < len(text) && text[span.End] == '\n' {
		span.End++
	}
	return span
}

// unusedIgnores reports the ignored places of configurations that ignore nothing: those that name a file which was checked,
// and those of a directory whose files were all checked.
func (b *Batch) unusedIgnores() []diag.Diagnostic {
	used, order := map[*config.Ignore]bool{}, []*config.Ignore(nil) // one of a rule that is off counts as used
	for _, s := range b.sups {
		if s.settings == nil {
			continue
		}
		for _, x := range s.settings.Ignores() {
			if _, seen := used[x]; !seen {
				order = append(order, x)
				used[x] = false
			}
			used[x] = used[x] || s.used[x] || s.off([]string{x.Pattern})
		}
	}
	var out []diag.Diagnostic
	for _, x := range order {
		literal := x.Path != "" && !strings.ContainsAny(x.Path, `*?[{\`)
		if used[x] || !literal && (b.Covers == nil || !b.Covers(x.Config.Dir)) {
			continue
		}
		d := diag.Diagnostic{Rule: unusedSuppressionRule.ID, Severity: unusedSuppressionRule.Severity, File: x.Config.File, Span: x.Span,
			Message: fmt.Sprintf("%s has no finding at this place to ignore", x.Pattern), Help: "remove it from the list"}
		out = append(out, b.Linter.Selection.apply([]diag.Diagnostic{d}, nil)...)
	}
	return out
}

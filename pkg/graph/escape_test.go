package graph

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	t.Parallel()
	tests := []struct{ label, colon, quotes string }{
		{"plain text, 1 > 0", "plain text, 1 > 0", "plain text, 1 > 0"},
		{"$.total <= 1000", "$.total <= 1000", "$.total <= 1000"},
		{"a<b", "a#60;b", "a#60;b"},
		{"a;b", "a#59;b", "a#59;b"},
		{"a: b", "a#58; b", "a: b"},
		{"a:b", "a#58;b", "a#58;b"},
		{`say "x"`, `say "x"`, "say #34;x#34;"},
		{"`a` *b* \\", "#96;a#96; #42;b#42; #92;", "#96;a#96; #42;b#42; #92;"},
		{"a & b &amp; &#1;", "a & b #38;amp#59; #38;#1#59;", "a & b #38;amp#59; #38;#1#59;"},
		{"snake_case _it_", "snake_case #95;it#95;", "snake_case #95;it#95;"},
		{"[[x]] [y]", "#91;[x]] [y]", "#91;[x]] [y]"},
		{"$$ $ %% % ~~ ~", "#36;#36; $ #37;#37; % #126;#126; ~", "#36;#36; $ #37;#37; % #126;#126; ~"},
		{"ﬂ°°59¶ß", "#64258;#8288;°°59#182;#8288;ß", "#64258;#8288;°°59#182;#8288;ß"},
		{" \t one\r\ntwo\rthree\u2028four \n", "one<br/>two<br/>three<br/>four", "one<br/>two<br/>three<br/>four"},
		{"tab\there\x00\x1b\x7f\u0085", "tab here", "tab here"},
		{"direction LR", "direction#32;LR", "direction#32;LR"},
		{"DIRECTION \u00a0tb", "DIRECTION#32;tb", "DIRECTION#32;tb"},
		{"change direction", "change directio#110;", "change directio#110;"},
		{"direction of", "direction of", "direction of"},
		{"\xff", "\ufffd", "\ufffd"},
		{" \n\t ", "", ""},
	}
	for _, test := range tests {
		if got := escape(test.label, afterColon); got != test.colon {
			t.Errorf("escape(%q, afterColon) = %q, want %q", test.label, got, test.colon)
		}
		if got := escape(test.label, inQuotes); got != test.quotes {
			t.Errorf("escape(%q, inQuotes) = %q, want %q", test.label, got, test.quotes)
		}
	}
}

var (
	codes = regexp.MustCompile(`#([0-9]+);`)
	// raw is what may not be left in an escaped label beside its codes and line breaks.
	raw = regexp.MustCompile("[;`*\\\\ﬂ¶\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]|&[A-Za-z#]|\\[\\[|\\$\\$|%%|~~|<[^ =]|<$|" +
		`(?i:direction\s+(TB|BT|RL|LR|TD)|direction$)`)
)

func FuzzEscape(f *testing.F) {
	for _, name := range slices.Concat(strangeNames, []string{"a &\nb", "[\n[", "direction\nTB"}) {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, label string) {
		for _, at := range []place{afterColon, inQuotes} {
			got := escape(label, at)
			left := strings.ReplaceAll(codes.ReplaceAllString(got, "§"), "<br/>", "↵")
			if raw.MatchString(left) {
				t.Errorf("escape(%q) = %q leaves %q", label, got, raw.FindString(left))
			}
			if strings.Contains(codes.ReplaceAllString(got, ""), map[place]string{afterColon: ":", inQuotes: `"`}[at]) {
				t.Errorf("escape(%q) = %q ends the label", label, got)
			}
			// What Mermaid shows: it reads its codes as those of HTML.
			shown := strings.ReplaceAll(got, "<br/>", "\n")
			shown = html.UnescapeString(codes.ReplaceAllString(strings.ReplaceAll(shown, "&", "&amp;"), "&#$1;"))
			shown = strings.ReplaceAll(shown, "ﬂ\u2060°", "ﬂ°")
			shown = strings.ReplaceAll(shown, "¶\u2060ß", "¶ß")
			want := strings.ReplaceAll(strings.ReplaceAll(plain(label), "ﬂ\u2060°", "ﬂ°"), "¶\u2060ß", "¶ß")
			if oneLine(shown) != oneLine(want) {
				t.Errorf("escape(%q) = %q shows %q", label, got, shown)
			}
		}
	})
}

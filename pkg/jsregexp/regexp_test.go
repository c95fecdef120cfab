package jsregexp_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/jsregexp"
)

const budget = 1_000_000

// matches are patterns, with flags after a slash, a text, and the parts that match: the whole and the groups, with "-" for
// one that does not take part. No parts are no match.
var matches = []struct {
	pattern, text string
	parts         []string
}{
	{"abc", "xabcabc", []string{"abc"}},
	{"a.c", "a\nc a\rc axc", []string{"axc"}},
	{"a|ab", "ab", []string{"a"}},
	{"(a|ab)(c|bcd)(d*)", "abcd", []string{"abcd", "a", "bcd", ""}},
	{"a*?b", "aab", []string{"aab"}},
	{"<.+?>", "<a><b>", []string{"<a>"}},
	{"a{2,3}", "aaaa", []string{"aaa"}},
	{"a{2,3}?", "aaaa", []string{"aa"}},
	{"a{,3}", "a{,3}", []string{"a{,3}"}},
	{"x{2", "x{2", []string{"x{2"}},
	{"^b", "a\nb", nil},
	{"^b/m", "a\nb", []string{"b"}},
	{"a$/m", "a\nb", []string{"a"}},
	{`\bfoo\b`, "a foo b", []string{"foo"}},
	{`\Boo`, "foo", []string{"oo"}},
	{`[^a-c\d]+`, "a1xyz", []string{"xyz"}},
	{`[\w-]+`, "- a-b", []string{"-"}},
	{`[]`, "a", nil},
	{`[^]`, "\n", []string{"\n"}},
	{`[a-\d]+`, "-a1", []string{"-a1"}},
	{`\s+`, "a\u00a0\ufeffb", []string{"\u00a0\ufeff"}},
	{`\u0041\x42\t\cJ\0`, "AB\t\n\x00", []string{"AB\t\n\x00"}},
	{`\ud83d\ude00`, "😀", []string{"😀"}},
	{`\/\-\]`, "/-]", []string{"/-]"}},
	{`(a)(b)?`, "ac", []string{"a", "a", "-"}},
	{`(?:a)(b)`, "ab", []string{"ab", "b"}},
	{`(.)\1`, "abccd", []string{"cc", "c"}},
	{`(?<x>.)\k<x>`, "abb", []string{"bb", "b"}},
	{`\1(a)`, "a", []string{"a", "a"}},
	{`\2(a)`, "\x02a", []string{"\x02a", "a"}},
	{`(z)((a+)?(b+)?(c))*`, "zaacbbbcac", []string{"zaacbbbcac", "z", "ac", "a", "-", "c"}},
	{`(a*)*`, "b", []string{"", "-"}},
	{`(?=(a+))a*b\1`, "baaabac", []string{"aba", "a"}},
	{`(?!foo)...`, "foobar", []string{"oob"}},
	{`(.*?)a(?!(a+)b\2c)\2(.*)`, "baaabaac", []string{"baaabaac", "ba", "-", "abaac"}},
	{`(?<=\$)\d+`, "a1 $23", []string{"23"}},
	{`(?<!\$)\b\d+`, "$1 23", []string{"23"}},
	{`(?<=(\d+)(\d+))$`, "1053", []string{"", "1", "053"}},
	{`(?<=\1(a))b`, "aab", []string{"b", "a"}},
	{"HAT/i", "a hat", []string{"hat"}},
	{"[a-z]+/i", "ABC", []string{"ABC"}},
	{"é/i", "É", []string{"É"}},
	{"k/i", "\u212a", nil}, // the sign for kelvin does not become an ASCII letter
	{`(\w)\1/i`, "aA", []string{"aA", "a"}},
	{"", "a", []string{""}},
	{"(?:)", "a", []string{""}},
}

func compile(t testing.TB, pattern string) *jsregexp.Regexp {
	t.Helper()
	flags := ""
	if i := strings.LastIndex(pattern, "/"); i > 0 && strings.Trim(pattern[i+1:], "im") == "" && pattern[i-1] != '\\' {
		pattern, flags = pattern[:i], pattern[i+1:]
	}
	re, err := jsregexp.Compile(pattern, strings.Contains(flags, "i"), strings.Contains(flags, "m"))
	if err != nil {
		t.Fatalf("%s: %v", pattern, err)
	}
	return re
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, test := range matches {
		groups, _, ok := compile(t, test.pattern).Find(test.text, 0, budget)
		var got []string
		for i := 0; i < len(groups); i += 2 {
			if groups[i] < 0 {
				got = append(got, "-")
				continue
			}
			got = append(got, test.text[groups[i]:groups[i+1]])
		}
		if !ok || !slices.Equal(got, test.parts) {
			t.Errorf("%s in %q finds %q, want %q", test.pattern, test.text, got, test.parts)
		}
	}
}

func TestCompile(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"(":                 "a group is not closed",
		")":                 "unmatched )",
		"[a":                "a class is not closed",
		"*":                 "nothing to repeat before *",
		"a**":               "nothing to repeat before *",
		"^*":                "nothing to repeat",
		"{1}":               "nothing to repeat before {",
		"[b-a]":             "range out of order in a class",
		"a{2,1}":            "numbers out of order in a quantifier",
		"a{20000}":          "a quantifier can ask for at most 10000 repetitions",
		`\`:                 `\ at the end of the pattern`,
		"(?a)":              "invalid group",
		"(?<a>)(?<a>)":      `duplicate name of a group "a"`,
		`(?<a>)\k<b>`:       "reference to a group that does not exist",
		"((a{99}){99}){99}": "the pattern is too large",
		strings.Repeat("(", 300) + strings.Repeat(")", 300): "the pattern nests too deep",
	} {
		_, err := jsregexp.Compile(pattern, false, false)
		if err == nil || err.Error() != want {
			t.Errorf("%.40s: %v, want %s", pattern, err, want)
		}
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"(a+)+b", "(a|aa)+b", "(?:a*)*b", "(a*)*(a*)*b", "(?=(a+)+b)a"} {
		groups, used, ok := compile(t, pattern).Find(strings.Repeat("a", 60), 0, budget)
		if ok || groups != nil || used <= budget {
			t.Errorf("%s: %v after %d steps, %v", pattern, groups, used, ok)
		}
	}
}

// FuzzFind compares patterns that Go reads in the same way with Go's own regular expressions.
func FuzzFind(f *testing.F) {
	for _, test := range matches {
		f.Add(test.pattern, test.text)
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		re, err := jsregexp.Compile(pattern, false, false)
		if err != nil {
			return
		}
		groups, _, ok := re.Find(text, 0, 100_000)
		if !ok || groups == nil {
			return
		}
		for i := 0; i < len(groups); i += 2 {
			if groups[i] >= 0 && (groups[i] > groups[i+1] || groups[i+1] > len(text)) {
				t.Fatalf("%q in %q: %v", pattern, text, groups)
			}
		}
		if strings.Trim(pattern, "abcxyz()|") != "" || !utf8.ValidString(text) {
			return
		}
		goes, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		if want := goes.FindStringIndex(text); !slices.Equal(groups[:2], want) {
			t.Fatalf("%q in %q: %v, and Go finds %v", pattern, text, groups[:2], want)
		}
	})
}

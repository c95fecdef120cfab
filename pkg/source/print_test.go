package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		from, to Format
		text     string
		want     string
	}{
		{"json", JSON, JSON, "{\"b\":[1.50,-0,1E400,{}],\"a\":[],\"b\":null,\"\":true}",
			"{ \"b\": [1.50, -0, 1E400, {}], \"a\": [], \"b\": null, \"\": true }\n"},
		{"json, broken objects stay broken and lists are joined", JSON, JSON, "{\n\"a\": {\"b\": [\n1]}, \"c\": {\n\"d\": 2}, \"e\": [{\n\"f\": 3}]}",
			"{\n  \"a\": { \"b\": [1] },\n  \"c\": {\n    \"d\": 2\n  },\n  \"e\": [\n    {\n      \"f\": 3\n    }\n  ]\n}\n"},
		{"json, tables", JSON, JSON, `[{"a": 1, "b": 2}, {"c": 3, "d": 4}]`, "[\n  { \"a\": 1, \"b\": 2 },\n  { \"c\": 3, \"d\": 4 }\n]\n"},
		{"json, what is too wide", JSON, JSON, `{"` + strings.Repeat("k", 60) + `": ["` + strings.Repeat("v", 60) + `"], "b": ["` + strings.Repeat("w", 100) + `"]}`,
			"{\n  \"" + strings.Repeat("k", 60) + "\": [\n    \"" + strings.Repeat("v", 60) + "\"\n  ],\n  \"b\": [\"" + strings.Repeat("w", 100) + "\"]\n}\n"},
		{"json, numbers fill lines", JSON, JSON, "[" + strings.Repeat("12345678, ", 13) + "1]",
			"[\n  " + strings.Repeat("12345678, ", 10) + "12345678,\n  12345678, 12345678, 1\n]\n"},
		{"yaml, lists keep their indentation", YAML, YAML, "a:\n  - b\n  -   c:\n      - d\n", "a:\n  - b\n  - c:\n      - d\n"},
		{"json, escapes", JSON, JSON, `"\/\u00e9\u2028\u0001\u007f\ud83d\ude00\"\\\n\b\f\r\t"`,
			"\"/é\u2028\\u0001\u007f😀\\\"\\\\\\n\\b\\f\\r\\t\"\n"},
		{"yaml", YAML, YAML, "b:   [1, 2 , {x: y}]\na:\n-   c\n-   d: e\n    f: 0x10\n",
			"b: [1, 2, { x: \"y\" }]\na:\n- c\n- d: e\n  f: 16\n"},
		{"yaml, comments", YAML, YAML, "# doc\n\n# head\na: 1 # line\n# foot\n\nb: # list\n# item\n- x # end\n- # map\n  k: v\n# tail\n",
			"# doc\n\n# head\na: 1 # line\n# foot\n\nb: # list\n# item\n- x # end\n- # map\n  k: v\n# tail\n"},
		{"yaml, comments at aliases", YAML, YAML, "a: &x 1 # a\nb: *x # b\nc:\n- *x # c\n# d\n- *x\ne:\n  # f\n  <<: &y {k: v} # g\nh:\n  i: j\n  <<: *y # k\n",
			"a: &x 1 # a\nb: *x # b\nc:\n- *x # c\n# d\n- *x\ne:\n  # f\n  <<: &y { k: v } # g\nh:\n  <<: *y # k\n  i: j\n"},
		{"yaml, comments that would stand in the way", YAML, YAML, "b: # b\n  &x\n  - c\nd:\n  &y # one\n  | # two\n  e\n",
			"# b\nb: &x\n  - c\n# one\n# two\nd: &y |\n  e\n"},
		{"yaml, comments around empty items", YAML, YAML, "# head\n- a\n-  # b\n# c\n-\n- - # d\n  # e\n  -\n- &x # f\n- *x # g\n",
			"# head\n- a\n- null # b\n# c\n- null\n- - null # d\n  # e\n  - null\n- &x null # f\n- *x # g\n"},
		{"yaml, comments around empty items at the end", YAML, YAML, "a:\n- 1\n# b\n-\n# c\n- # d\n  # e\n", "a:\n- 1\n# b\n- null\n# c\n- null # d\n# e\n"},
		{"yaml, infinities", YAML, YAML, "a: .inf\nb: -.INF\nc: .nan\nd: '.inf'\ne: !!float .inf\nf: !!str .inf\n",
			"a: .inf\nb: -.INF\nc: .nan\nd: \".inf\"\ne: .inf\nf: \".inf\"\n"},
		{"yaml, comments after anchors", YAML, YAML, "- &a # a\n  b: 1\n- c: &c # c\n    - 1\n  d: &d # d\n  f: # f\n",
			"- &a\n  # a\n  b: 1\n- # c\n  c: &c\n    - 1\n  d: &d null # d\n  f: null # f\n"},
		{"yaml, quotes", YAML, YAML, "- \"a\"\n- 'b'\n- c\n- |\n  d\n  e\n- >-\n  f\n  g\n- \"\\x07\"\n- 'it''s'\n",
			"- \"a\"\n- \"b\"\n- c\n- |\n  d\n  e\n- >-\n  f g\n- \"\\a\"\n- \"it's\"\n"},
		{"yaml, quotes in quotes", YAML, YAML, "- \"a \\\"b\\\"\"\n- 'a \"b\"'\n- 'a\\b'\n- \"a\\\\b\"\n- 'a ''b'' \"c\"'\n- 'k:': {'l ': 'm: '}\n",
			"- 'a \"b\"'\n- 'a \"b\"'\n- 'a\\b'\n- \"a\\\\b\"\n- 'a ''b'' \"c\"'\n- \"k:\": { \"l \": \"m: \" }\n"},
		{"yaml, braces", YAML, YAML, "a: {}\nb: {c: [], d: {e: {}}}\nf: [{g: h}, {}]\ni: {? j}\n", "a: {}\nb: { c: [], d: { e: {} } }\nf: [{ g: h }, {}]\ni: { j: null }\n"},
		{"yaml, what does not fit on a line", YAML, YAML, "a: {b: " + strings.Repeat("x", 60) + ", c: [" + strings.Repeat("y", 50) + ", {d: e, # f\n  g: h}]}\n",
			"a:\n  b: " + strings.Repeat("x", 60) + "\n  c:\n    - " + strings.Repeat("y", 50) + "\n    - d: e # f\n      g: h\n"},
		{"yaml, what would be something else", JSON, YAML,
			`["1", "1.0", "0x1", "0o7", "true", "null", "~", "", "yes", "off", "2016-03-14", "12:30", "<<", "1_0", " a", "a: b", "# a", "*a", "a #b", "-", ".inf", "@a", "é"]`,
			"- \"1\"\n- \"1.0\"\n- \"0x1\"\n- \"0o7\"\n- \"true\"\n- \"null\"\n- \"~\"\n- \"\"\n- \"yes\"\n- \"off\"\n- \"2016-03-14\"\n- \"12:30\"\n- \"<<\"\n" +
				"- \"1_0\"\n- \" a\"\n- \"a: b\"\n- \"# a\"\n- \"*a\"\n- \"a #b\"\n- \"-\"\n- \".inf\"\n- \"@a\"\n- é\n"},
		{"yaml of json", JSON, YAML, `{"a": {}, "b": [], "c": {"d": ["e\nf", 1e3, null]}, "1": "\ud800", "a": true}`,
			"a: {}\nb: []\nc:\n  d:\n    - |-\n      e\n      f\n    - 1e3\n    - null\n\"1\": \uFFFD\na: true\n"},
		{"yaml, anchors", YAML, YAML, "a: &x [1]\nb: *x\nc: &x [2]\nd: *x\n", "a: &x [1]\nb: *x\nc: &x_2 [2]\nd: *x_2\n"},
		{"yaml, merge keys", YAML, YAML, "a: &a {k: 1}\nb: &b {l: 2}\nc:\n  m: 3\n  <<: [*a, *b]\nd:\n  <<: *a\n  k: 4\n",
			"a: &a { k: 1 }\nb: &b { l: 2 }\nc:\n  <<: [*a, *b]\n  m: 3\nd:\n  <<: *a\n  k: 4\n"},
		{"yaml, characters of all planes", YAML, YAML, "a 😀: b 😀🚲 # 😀\n\"c\": \"\\U0001F600\\x07\\U000E0001\"\n", "a 😀: b 😀🚲 # 😀\nc: \"😀\\a\\U000E0001\"\n"},
		{"yaml, characters for private use keep what they are", YAML, YAML, "a: \uE000 😀\n", "a: \"\uE000 \\U0001F600\"\n"},
		{"yaml, tags", YAML, YAML, "a: !Ref b\nc: !Sub\n- d\ne: !!str 1\nf: !!float 2\n", "a: !Ref b\nc: !Sub\n- d\ne: \"1\"\nf: 2\n"},
		{"json of yaml", YAML, JSON, "a: &x {k: .5} # c\nb: *x\nc:\n  <<: *x\n  l: |\n    m\n",
			"{\n  \"a\": { \"k\": 0.5 },\n  \"b\": { \"k\": 0.5 },\n  \"c\": {\n    \"l\": \"m\\n\",\n    \"k\": 0.5\n  }\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, _ := parse(tt.from, tt.text)
			once := Print(f.Root, tt.to)
			if diff := cmp.Diff(tt.want, string(once)); diff != "" {
				t.Errorf("printed (-want +got):\n%s", diff)
			}
			again, _ := parse(tt.to, string(once))
			if diff := cmp.Diff(string(once), string(Print(again.Root, tt.to))); diff != "" {
				t.Errorf("printed twice (-once +twice):\n%s", diff)
			}
		})
	}
}

// TestPrintCopies prints trees whose nodes are copies of those that were read, as a printer of a dialect makes them to
// put the members of objects in order.
func TestPrintCopies(t *testing.T) {
	t.Parallel()
	f, _ := parse(YAML, "a: &x {k: 1, l: 2}\nb: *x\nc: *x\n")
	reversed := *f.Root.Get("a")
	reversed.Members = []Member{reversed.Members[1], reversed.Members[0]}
	other := reversed
	other.Members = other.Members[:1]
	root := *f.Root
	root.Members = []Member{{Key: "b", Value: &reversed}, {Key: "a", Value: f.Root.Get("a")}, {Key: "c", Value: &other}}
	want := "b: &x { l: 2, k: 1 }\na: *x\nc: { l: 2 }\n"
	if got := string(Print(&root, YAML)); got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

func TestPrintNothing(t *testing.T) {
	t.Parallel()
	if Print(nil, JSON) != nil || Print(&Node{Kind: Null}, PlainText) != nil {
		t.Error("something was printed")
	}
	if got := string(Print(&Node{}, JSON)); got != "null\n" {
		t.Errorf("an Invalid node is printed as %q", got)
	}
}

// TestPrintKeepsComments prints a long text with comments everywhere, and expects each of them once.
func TestPrintKeepsComments(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	comment := 0
	next := func() string { comment++; return fmt.Sprintf("# comment %d.", comment) }
	for i := range 20 {
		fmt.Fprintf(&b, "%s\nk%d: %s\n  %s\n  a: 1 %s\n  b: [1, 2] %s\n  c:\n  %s\n  - x %s\n  - y: z %s\n    w: |\n      # text\n  %s\n\n",
			next(), i, next(), next(), next(), next(), next(), next(), next(), next())
	}
	f, _ := parse(YAML, b.String())
	printed := string(Print(f.Root, YAML))
	for i := range comment {
		if n := strings.Count(printed, fmt.Sprintf("# comment %d.", i+1)); n != 1 {
			t.Errorf("comment %d is printed %d times", i+1, n)
		}
	}
}

// TestPrintDoesNotGrow holds that the text of a large tree is put where it has room from the start, and not in much more.
func TestPrintDoesNotGrow(t *testing.T) {
	t.Parallel()
	for name, item := range map[string]string{
		"objects":  "{\n\"name\": \"a\", \"list\": [{\n\"x\": {\n\"y\": [1, 2]}}, {\n}]}",
		"one line": `{"name": "a", "more": {"x": 1}}`,
		"numbers":  "1",
		"lists":    "[[1, 2], [3, 4]]",
	} {
		f := &File{Text: []byte("[" + strings.Repeat(item+",", 2_000) + item + "]"), Format: JSON}
		if found := Parse(f); len(found) > 0 {
			t.Fatal(name, found)
		}
		size, estimate := len(Print(f.Root, JSON)), room(f.Root, 0)
		if estimate < size-1 || estimate > 2*size {
			t.Errorf("%s: %d bytes are estimated for %d", name, estimate, size)
		}
	}
}

package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestYAMLProblems(t *testing.T) {
	t.Parallel()
	testProblems(t, YAML, []problemCase{
		{text: "a: [1, 2\nb: 3\n", want: []string{
			`1:4-5 syntax: the list is not closed (add ']')`,
		}},
		{text: "a: {x: 1\nb: 3\n", want: []string{
			`1:4-5 syntax: the mapping is not closed (add '}')`,
		}},
		{text: "z: 0\na: b: c\nd: e\n", want: []string{
			`2:5-6 syntax: unexpected ':' (put a text that contains ': ' in quotes)`,
		}, value: `{ "z": 0 }`},
		{text: "a: -.INF\nb: .nan\nc: '.inf'\nd: 1e999\ne: .info\n", want: []string{
			`1:4-9 number: JSON has no number -.INF (write a number, or put it in quotes if it is a text)`,
			`2:4-8 number: JSON has no number .nan (write a number, or put it in quotes if it is a text)`,
			`4:4-9 number: the number "1e999" is too large: the largest is about 1.8e308 (write a smaller number, or a string)`,
		}, value: `{ "a": "-.INF", "b": ".nan", "c": ".inf", "d": 1e999, "e": ".info" }`},
		{text: "a: 1\nb:\n\tc: d\n", want: []string{
			`3:1-2 syntax: tabs cannot indent YAML (indent with spaces)`,
		}, value: `{ "a": 1, "b": null }`},
		{text: "a: 1\nb: \"x\nc: 2\n", want: []string{
			`2:4-5 syntax: the text in quotes is not closed (add the closing quote)`,
		}, value: `{ "a": 1 }`},
		{text: "key\nb: 1\n", want: []string{
			`2:2-3 syntax: unexpected ':' (put a text that contains ': ' in quotes)`,
		}, value: `"key"`},
		{text: "a:\n  b: 1\n c: 2\n", want: []string{
			`3:2-3 syntax: invalid indentation of 1 column (indent it by 2 columns, as line 2, or by 0 columns, as line 1)`,
		}, value: `{ "a": { "b": 1 } }`},
		{text: "a: 1\n- b\n", want: []string{
			`2:1-2 syntax: expected a key, found "-" (indent the keys of a mapping alike) [1:1-2 the mapping begins here]`,
		}, value: `{ "a": 1 }`},
		{text: "- a\nb: 1\n", want: []string{
			`2:1-2 syntax: expected '-' of the next item, found "b" (indent the items of a list alike) [1:1-2 the list begins here]`,
		}, value: `[ "a" ]`},
		{text: "x: 1\na: @x\n", want: []string{
			`2:4-5 syntax: a value cannot begin with '@' (put it in quotes)`,
		}, value: `{ "x": 1 }`},
		{text: "a: `x`\n", want: []string{
			"1:4-5 syntax: a value cannot begin with '`' (put it in quotes)",
		}},
		{text: "a: \"\\q\"\n", want: []string{
			`1:5-6 syntax: there is no such escape sequence in YAML (write \\ for a backslash, or use single quotes)`,
		}},
		{text: "a: \"\\ud83d\"\n", want: []string{
			`1:7-11 syntax: the escape sequence names no character`,
		}},
		{text: "a: *x\nb: 1\n", want: []string{
			`1:4-6 syntax: there is no anchor "x" before this alias (write &x before the value that the alias refers to, or write the value)`,
		}, value: `{ "a": null, "b": 1 }`},
		{text: "a: &a [*a]\n", want: []string{
			`1:8-10 alias: the alias "a" is inside its own anchor`,
		}, value: `{ "a": [ null ] }`},
		{text: "a: 1\nb: 2\na: 3\n", want: []string{
			`3:1-2 duplicate-key: duplicate key "a" (remove or rename one of them) [1:1-2 first used here]`,
		}, value: `{ "a": 1, "b": 2, "a": 3 }`},
		{text: "1: a\n\"1\": b\n", want: []string{
			`2:1-4 duplicate-key: duplicate key "1" (remove or rename one of them) [1:1-2 first used here]`,
		}, value: `{ "1": "a", "1": "b" }`},
		{text: "a: 1\n---\nb: 2\n", want: []string{
			`2:1-4 syntax: second document in the file (move it to a separate file)`,
		}, value: `{ "a": 1 }`},
		{text: "a: 1\n---\n", value: `{ "a": 1 }`},
		{text: ``, want: []string{
			`1:1-1 empty: the file is empty`,
		}},
		{text: "# c\n", want: []string{
			`1:1-1 empty: the file is empty`,
		}},
		{text: "---\n", want: []string{
			`1:1-1 empty: the file is empty`,
		}},
		{text: "a: {{ x }}\n", want: []string{
			`1:5-10 syntax: a key is a text, found an object (put a text that contains braces or brackets in quotes)`,
		}, value: `{ "a": { "{ x }": null } }`},
		{text: "a: {{ x }}b\n", want: []string{
			`1:11-12 syntax: expected the end of the line, found "b" (put a text with such characters in quotes)`,
		}},
		{text: "? [a, b]\n: c\n", want: []string{
			`1:3-9 syntax: a key is a text, found an array (put a text that contains braces or brackets in quotes)`,
		}, value: `{ "[a, b]": "c" }`},
		{text: "é: \x01\n", want: []string{
			`1:4-5 syntax: YAML has no character U+0001 (write it as an escape sequence in double quotes)`,
		}, value: `{ "é": "_" }`},
		{text: "a: \xff\nb: [\n", want: []string{
			`1:4-5 invalid-utf8: the byte 0xFF is not valid UTF-8 (save the file as UTF-8)`,
			`2:5-5 syntax: expected a value, found the end of the text`,
		}, value: `{ "a": "_" }`},
		{text: "a: {x: 1}}\n", want: []string{
			`1:10-11 syntax: expected the end of the line, found '}' (put a text with such characters in quotes)`,
		}},
		{text: "a: 'it's'\n", want: []string{
			`1:8-9 syntax: expected the end of the line, found "s" (put a text with such characters in quotes)`,
		}},
		{text: "<<: 1\na: 2\n", want: []string{
			`1:5-6 syntax: a merge key takes a mapping or a list of mappings, found a number`,
		}, value: `{ "a": 2 }`},
		{text: "a: - b\n", want: []string{
			`1:4-5 syntax: an item of a list cannot begin here (begin the list on a line of its own)`,
		}},
		{text: "a: |\n b\nc\n", want: []string{
			`3:1-2 syntax: expected ':' after the key "c"`,
		}, value: `{ "a": "b\n" }`},
		{text: "!x!y a\n", want: []string{
			`1:1-2 syntax: the tag is not defined`,
		}},
		{text: "\xff\xfea\x00", want: []string{
			`1:1-3 invalid-utf8: the text is in UTF-16, not in UTF-8 (save the file as UTF-8)`,
		}},
		{text: "}\n", want: []string{
			`1:1-2 syntax: expected a value, found '}'`,
		}},
		{text: "%YAML 2.0\n---\na: 1\n", want: []string{
			`1:1-2 syntax: the version of YAML is neither 1.1 nor 1.2`,
		}},
		{text: "%YAML 1.2\n---\na: 1\n", value: `{ "a": 1 }`},
		{text: "\ufeffé: [\r\nя, б: :\r\n", want: []string{
			`2:7-8 syntax: expected a value, found ':'`,
		}},
		{text: "a: b\rc: d: e\r", want: []string{
			`2:5-6 syntax: unexpected ':' (put a text that contains ': ' in quotes)`,
		}, value: `{ "a": "b" }`},
		{text: "a: \"x\u2028y\"\nb: c: d\n", want: []string{
			`2:5-6 syntax: unexpected ':' (put a text that contains ': ' in quotes)`,
		}, value: `{ "a": "x y" }`},
	})
}

func TestYAMLSpans(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"mark, letters and line ends", "\ufeff\"ключ\": [значение, b] # c\r\nд: \"a\r\n  b \\\r\n  c\\u00e9\"\rж: 'it''s\n  so'\n", []string{
			" 1:1-6:6 an object",
			"/ключ (1:1-7) 1:9-22 an array",
			`/ключ/0 1:10-18 string "значение"`,
			`/ключ/1 1:20-21 string "b"`,
			`/д (2:1-2) 2:4-4:11 string "a b cé"`,
			`/ж (5:1-2) 5:4-6:6 string "it's so"`,
		}},
		{"line breaks of YAML 1.1", "a: \"x\u2028y\"\nb: c\u0085d: e\n", []string{
			" 1:1-2:10 an object",
			`/a (1:1-2) 1:4-9 string "x\u2028y"`,
			`/b (2:1-2) 2:4-5 string "c"`,
			`/d (2:6-7) 2:9-10 string "e"`,
		}},
		{"scalars", "a: 0x1F\nb: .5\nc: +1\nd: 012\ne: '.inf'\nf: 2016-03-14\ng: yes\nh: 1_000\ni: ~\nj:\nk: True\nl: 0o17\nm: 1.\nn: -.5e3\n" +
			"o: !!str 1\np: !!int \"2\"\nq: ! 3\nr: !Ref 4\n", []string{
			" 1:1-18:10 an object",
			`/a (1:1-2) 1:4-8 number "31"`,
			`/b (2:1-2) 2:4-6 number "0.5"`,
			`/c (3:1-2) 3:4-6 number "1"`,
			`/d (4:1-2) 4:4-7 number "12"`,
			`/e (5:1-2) 5:4-10 string ".inf"`,
			`/f (6:1-2) 6:4-14 string "2016-03-14"`,
			`/g (7:1-2) 7:4-7 string "yes"`,
			`/h (8:1-2) 8:4-9 string "1_000"`,
			"/i (9:1-2) 9:4-5 null",
			"/j (10:1-2) 10:3-3 null",
			"/k (11:1-2) 11:4-8 a boolean",
			`/l (12:1-2) 12:4-8 number "15"`,
			`/m (13:1-2) 13:4-6 number "1.0"`,
			`/n (14:1-2) 14:4-9 number "-0.5e3"`,
			`/o (15:1-2) 15:10-11 string "1"`,
			`/p (16:1-2) 16:10-13 number "2"`,
			`/q (17:1-2) 17:6-7 string "3"`,
			`/r (18:1-2) 18:9-10 string "4"`,
		}},
		{"blocks", "l: |2-\n    abc\n   d\n\nm: >  # why\n  one\n  two\n\n  three\n   more\n\n# tail\n? |\n  k\n: |+\n x\n\n\nn: |\n", []string{
			" 1:1-19:5 an object",
			`/l (1:1-2) 1:4-3:5 string "  abc\n d"`,
			`/m (5:1-2) 5:4-10:8 string "one two\nthree\n more\n"`,
			"/k\n (13:3-14:4) 15:3-16:3 string \"x\\n\\n\\n\"",
			`/n (19:1-2) 19:4-5 string ""`,
		}},
		{"plain text over lines", "a: one\n  two\n\n  three # c\nb:\n  four\n", []string{
			" 1:1-6:7 an object",
			`/a (1:1-2) 1:4-4:8 string "one two\nthree"`,
			`/b (5:1-2) 6:3-7 string "four"`,
		}},
		{"pairs in brackets", "[a: b, ? x : y, : z, &q r: s, [], {}, {t: u , },\n  # c\n]\n", []string{
			" 1:1-3:2 an array",
			"/0 1:2-6 an object",
			`/0/a (1:2-3) 1:5-6 string "b"`,
			"/1 1:8-15 an object",
			`/1/x (1:10-11) 1:14-15 string "y"`,
			"/2 1:17-20 an object",
			`/2/ (1:17-17) 1:19-20 string "z"`,
			"/3 1:22-29 an object",
			`/3/r (1:25-26) 1:28-29 string "s"`,
			"/4 1:31-33 an array",
			"/5 1:35-37 an object",
			"/6 1:39-48 an object",
			`/6/t (1:40-41) 1:43-44 string "u"`,
		}},
		{"anchors and aliases", "a: &x # c\n  k: v\n&y b : *x\nc: &z !!str\n  12\nd: &e\ne: [*x, *z]\nf:\n- &g\n  h: i\n- - j\n", []string{
			" 1:1-11:6 an object",
			"/a (1:1-2) 2:3-7 an object",
			`/a/k (2:3-4) 2:6-7 string "v"`,
			"/b (3:4-5) 2:3-7 an object",
			`/b/k (2:3-4) 2:6-7 string "v"`,
			`/c (4:1-2) 5:3-5 string "12"`,
			"/d (6:1-2) 6:6-6 null",
			"/e (7:1-2) 7:4-12 an array",
			"/e/0 2:3-7 an object",
			`/e/0/k (2:3-4) 2:6-7 string "v"`,
			`/e/1 5:3-5 string "12"`,
			"/f (8:1-2) 9:1-11:6 an array",
			"/f/0 10:3-7 an object",
			`/f/0/h (10:3-4) 10:6-7 string "i"`,
			"/f/1 11:3-6 an array",
			`/f/1/0 11:5-6 string "j"`,
		}},
		{"merge keys", "a: &a {k: 1, l: 2}\nb: &b {l: 3, m: 4}\nc:\n  l: 5\n  <<: [*a, *b]\nd:\n  <<: *a\n", []string{
			" 1:1-7:9 an object",
			"/a (1:1-2) 1:7-19 an object",
			`/a/k (1:8-9) 1:11-12 number "1"`,
			`/a/l (1:14-15) 1:17-18 number "2"`,
			"/b (2:1-2) 2:7-19 an object",
			`/b/l (2:8-9) 2:11-12 number "3"`,
			`/b/m (2:14-15) 2:17-18 number "4"`,
			"/c (3:1-2) 4:3-5:15 an object",
			`/c/l (4:3-4) 4:6-7 number "5"`,
			`/c/k (1:8-9) 1:11-12 number "1"`,
			`/c/m (2:14-15) 2:17-18 number "4"`,
			"/d (6:1-2) 7:3-9 an object",
			`/d/k (1:8-9) 1:11-12 number "1"`,
			`/d/l (1:14-15) 1:17-18 number "2"`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, problems := parse(YAML, tt.text)
			if problems != nil {
				t.Error(problems)
			}
			if diff := cmp.Diff(tt.want, outline(f)); diff != "" {
				t.Errorf("outline (-want +got):\n%s", diff)
			}
		})
	}
}

func TestYAMLAliasIsItsAnchor(t *testing.T) {
	t.Parallel()
	f, _ := parse(YAML, "a: &x {k: [1]}\nb: *x\nc:\n  <<: *x\n")
	a, c := f.Root.Get("a"), f.Root.Get("c")
	if a == nil || f.Root.Get("b") != a || a.Anchor() != "x" {
		t.Errorf("a is %p, b is %p", a, f.Root.Get("b"))
	}
	if len(c.Merges()) != 1 || c.Merges()[0] != a || c.Get("k") != a.Get("k") || !c.Members[0].Merged() {
		t.Errorf("c is %+v", c)
	}
}

func TestYAMLComments(t *testing.T) {
	t.Parallel()
	f, _ := parse(YAML, "# doc\n\n# head\na: 1 # line\n# foot\n\nb:\n# item\n- x # end\n")
	m := f.Root.Member("a")
	if m.Comments() == nil || *m.Comments() != (Comments{Head: "# head", Foot: "# foot"}) {
		t.Errorf("around the key a: %+v", m.Comments())
	}
	if c := m.Value.Comments(); c == nil || *c != (Comments{Line: "# line"}) {
		t.Errorf("around the value of a: %+v", c)
	}
	if c := f.Root.Get("b").Items[0].Comments(); c == nil || *c != (Comments{Head: "# item", Line: "# end"}) {
		t.Errorf("around the item: %+v", c)
	}
}

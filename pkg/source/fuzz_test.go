package source

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// jsonSeeds are texts that the fuzz targets of JSON start from, good and bad ones.
func jsonSeeds() []string {
	return []string{
		`{}`, `[]`, `null`, `"a"`, `-1.5e+3`, `{"a": [1, {"b": "c\né\u00e9\ud83d\ude00\ud800"}], "d": true}`,
		`{"a": 1, "a": 2}`, `{"a": 1,}`, `[1 2]`, `{"a" 1}`, `{a: 'b'}`, "// c\n{}", `/* c */ [1, NaN, True]`,
		`{"a": [1, 2}`, `{"a": {"b": 1]}`, "\ufeff{}", "{\"a\": \"b\xff\"}", "{\r\n\"a\":\r1}", `[01, .5, +1, 1., 0x1F]`,
		`{"a": "b`, "{\"a\": \"b,\n\"c\": 1}", "[\"a\nb\"]", `{"a": ${b}, "c": 1}`, `[1],2`, `{"a":}`, `{:}`, `[,]`, `[1,,2]`,
		strings.Repeat("[", 1100), `“a”`, "\u00a0[]", `{"a"=>1}`, `{"a": 1; "b": 2}`, "[1]\x00", `"\u00"`, `"\q"`, ``, ` `,
	}
}

// yamlSeeds are texts that the fuzz targets of YAML start from.
func yamlSeeds() []string {
	return []string{
		"a: 1\nb: [x, 'y', \"z\\n\"]\n", "- a\n- b: c\n  d: |\n    e\n     f\n\n- >-\n  g\n  h\n\n  i\n",
		"# head\n\n# key\na: b # line\n# foot\n\n# other\nc:\n- d # e\n# end\n", "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n",
		"a: &x [*x]\n", "<<: [{a: 1}, {a: 2, b: 3}]\nb: 4\n", "a: *nope\n", "a: 1\na: 2\n", "---\na\n---\nb\n", "%YAML 1.2\n---\na\n",
		"\ufeffа: б\r\nв: \"г\\\r\n  д\"\r\n", "a: [1, 2\nb: 3\n", "a:\n\tb: c\n", "a: 'x\n", "? [a]\n: b\n", "{{ a }}: b\n", "a: {{ b }}\n",
		"0x1F: 0x1F\nb: .5\nc: +1\nd: 012\ne: .inf\nf: 2016-03-14\ng: yes\nh: 1_000\n", "!Ref a: !Sub b\nc: !!str 1\nd: !!int \"2\"\n",
		"a: |2-\n    b\n   c\n", "[a: b, ? c : d, {e: f}: g, : h]", "a:\nb: ~\n", "a: plain\n   text\n\n   more # c\n", "a: \u2028b\n", "a\x00b: c",
		"- &a x\n- *a # c\n- [*a, *a]\n", "&k a: *k\n", "\"\\x41\\u00e9\\U0001F600\\\n  b\": c", "'it''s': 'a\n\n  b'", "", "#\n", "a: \"b\n",
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range jsonSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := &File{Name: "f.json", Text: text, Format: JSON}
		found := Parse(file)
		checkProblems(t, file, found)
		if bytes.HasPrefix(text, []byte("\ufeff")) {
			return // which encoding/json rejects
		}
		other := bytes.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError })
		wrong := false
		for _, p := range found {
			switch p.Rule {
			case ruleUTF8, ruleDepth:
				return
			case ruleNumber: // which encoding/json accepts
			case ruleDuplicate:
				other = true
			default:
				wrong = true
			}
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		valid := json.Valid(text)
		if valid == wrong {
			t.Fatalf("encoding/json accepts: %v, problems: %v", valid, found)
		}
		if !valid || other {
			return
		}
		if err := d.Decode(&want); err != nil {
			t.Skip(err)
		}
		if got := plainValue(file.Root); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

func FuzzYAML(f *testing.F) {
	for _, s := range append(yamlSeeds(), jsonSeeds()...) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := &File{Name: "f.yaml", Text: text, Format: YAML}
		found := Parse(file)
		checkProblems(t, file, found)
		if file.Root == nil && len(found) == 0 {
			t.Error("neither a tree nor a problem")
		}
	})
}

func FuzzPrint(f *testing.F) {
	for _, s := range yamlSeeds() {
		f.Add([]byte(s), true)
	}
	for _, s := range jsonSeeds() {
		f.Add([]byte(s), false)
	}
	f.Add([]byte(" ${\xe8}"), false)
	f.Add([]byte("a 😀: \"\\U0001F600\" # 😀\nb: \uE000\n"), true)
	f.Add([]byte("# a\n-  # b\n- - # c\n  # d\n  -\n# e\n- &f # g\n- .inf # h\n"), true)
	f.Fuzz(func(t *testing.T, text []byte, yaml bool) {
		file := &File{Text: text, Format: JSON}
		if yaml {
			file.Format = YAML
		}
		Parse(file)
		if file.Root == nil {
			return
		}
		for _, format := range []Format{JSON, YAML} {
			once := &File{Text: Print(file.Root, format), Format: format}
			for _, p := range Parse(once) {
				if p.Rule != ruleDuplicate && p.Rule != RulePlaceholder && p.Rule != ruleNumber { // mistakes that are kept as they are
					t.Fatalf("format %d: printed what cannot be read: %v\n%s", format, p, once.Text)
				}
			}
			if got, want := plainValue(once.Root), plainValue(file.Root); !reflect.DeepEqual(got, want) {
				t.Fatalf("format %d: printed %v, read %v\n%s", format, got, want, once.Text)
			}
			if twice := Print(once.Root, format); !bytes.Equal(once.Text, twice) {
				t.Fatalf("format %d: printed once:\n%s\ntwice:\n%s", format, once.Text, twice)
			}
		}
	})
}

func FuzzPositions(f *testing.F) {
	for _, s := range append(yamlSeeds(), jsonSeeds()...) {
		f.Add([]byte(s), len(s)/2)
	}
	f.Fuzz(func(t *testing.T, text []byte, offset int) {
		file := &File{Text: text}
		p := file.Position(offset)
		if p.Line < 1 || p.Column < 1 {
			t.Fatalf("Position(%d) = %v", offset, p)
		}
		at := file.Offset(p)
		if got := file.Position(at); got != p && utf8.Valid(text) && (offset <= 0 || offset >= len(text) || utf8.RuneStart(text[offset])) {
			t.Errorf("Offset(%v) = %d, whose position is %v", p, at, got)
		}
		if file.Line(p.Line) == "" && file.Line(p.Line+1) != "" && len(text) == 0 {
			t.Error("a line in an empty text")
		}
		if offset < 0 || offset > len(text) || !utf8.Valid(text) || offset < file.bom() ||
			offset < len(text) && !utf8.RuneStart(text[offset]) {
			return
		}
		if at != offset {
			t.Errorf("Offset(Position(%d)) = %d, by %v", offset, at, p)
		}
	})
}

// checkProblems checks what holds for every tree and every problem, whatever the text.
func checkProblems(t *testing.T, f *File, found []Problem) {
	t.Helper()
	if len(found) > maxProblems+1 {
		t.Errorf("%d problems", len(found))
	}
	last := 0
	for _, p := range found {
		checkSpan(t, f, p.Span)
		checkSpan(t, f, p.Other)
		if p.Rule == "" || p.Message == "" || !utf8.ValidString(p.Message) || !utf8.ValidString(p.Help) {
			t.Errorf("problem %+v", p)
		}
		if p.Span.Start < last {
			t.Errorf("problem %+v is not in order", p)
		}
		last = p.Span.Start
	}
	checkNode(t, f, f.Root, 0, new(int))
}

func checkSpan(t *testing.T, f *File, s Span) {
	t.Helper()
	if s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
		t.Fatalf("span %v of a text of %d bytes", s, len(f.Text))
	}
}

// checkNode checks a node and what is in it, up to a number of nodes.
func checkNode(t *testing.T, f *File, n *Node, depth int, count *int) {
	t.Helper()
	if *count++; n == nil || *count > 10_000 {
		return
	}
	if depth > maxDepth+2 {
		t.Fatal("the tree is too deep")
	}
	checkSpan(t, f, n.Span)
	if n.Kind == Number && !isNumber(n.Text) {
		t.Errorf("number %q", n.Text)
	}
	c := f.Content(n)
	if c.String != n.Text {
		t.Errorf("content %q of %q", c.String, n.Text)
	}
	for i := range n.Text {
		s := c.At(i, i+1)
		checkSpan(t, f, s)
		if n.Kind == String && !n.Span.Contains(s) {
			t.Errorf("byte %d of %q is at %v, outside of %v", i, n.Text, s, n.Span)
		}
	}
	f.Pointer(n.Span)
	for _, item := range n.Items {
		checkNode(t, f, item, depth+1, count)
	}
	for i := range n.Members {
		m := &n.Members[i]
		checkSpan(t, f, m.KeySpan)
		if i > 0 && !m.Merged() && n.Members[i-1].KeySpan.Start > m.KeySpan.Start {
			t.Errorf("key %q is not in order", m.Key)
		}
		checkNode(t, f, m.Value, depth+1, count)
	}
}

// plainValue returns a tree as encoding/json has it.
func plainValue(n *Node) any {
	switch n.Kind {
	case Bool:
		return n.Text == "true"
	case Number:
		return json.Number(n.Text)
	case String:
		return n.Text
	case Array:
		out := []any{}
		for _, item := range n.Items {
			out = append(out, plainValue(item))
		}
		return out
	case Object:
		out := map[string]any{}
		for i := range n.Members {
			out[n.Members[i].Key] = plainValue(n.Members[i].Value)
		}
		return out
	default:
		return nil
	}
}

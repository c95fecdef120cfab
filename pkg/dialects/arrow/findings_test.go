package arrow

// A flow with what is found: "line:column rule", and the severity if it is no error.
var findingTests = []struct {
	name string
	text string
	want []string
}{
	{name: "nothing wrong", text: "A → B -> C"},
	{name: "an empty text", text: "", want: []string{"1:1 arrow/empty"}},
	{name: "comments alone", text: "# nothing\n", want: []string{"1:1 arrow/empty"}},
	{name: "declarations alone", text: "@flow f ;\n@task A", want: []string{"2:7 arrow/empty"}},
	{name: "empty statements", text: "A ;; B ;"},
	{name: "columns count code points", text: "é中 → 😀 → B", want: []string{"1:6 arrow/syntax"}},
	{name: "a byte order mark and carriage returns", text: "\ufeffA → B ;\r\n:x → C\r\n", want: []string{"2:1 arrow/unproduced-label"}},
	{name: "a byte that is not UTF-8", text: "A → \xff B", want: []string{"1:5 arrow/syntax", "1:5 source/invalid-utf8"}},
	{name: "colons and hyphens in names", text: "my:peel-banana->A:x → B_2"},
	{name: "a label and an arrow without blanks", text: "A :x;:x->B"},
	{name: "an arrow at the end", text: "A → B ;\nC →\n\n", want: []string{"2:3 arrow/syntax"}},
	{name: "an arrow at the start", text: "→ A ;\nB", want: []string{"1:1 arrow/syntax"}},
	{name: "two arrows", text: "A → → B\nC", want: []string{"1:5 arrow/syntax"}},
	{name: "an arrow of another kind", text: "A ⇒ B", want: []string{"1:3 arrow/syntax"}},
	{name: "a label between arrows", text: "A → :x → B ;\nC → :x", want: []string{"1:8 arrow/syntax"}},
	{name: "a lone label", text: ":x ;\nA → :x", want: []string{"1:1 arrow/missing-step"}},
	{name: "a label to a label", text: "A → :x ;\n:x → :y ;\n:y → B", want: []string{"2:1 arrow/missing-step"}},
	{name: "a source to a label", text: "<a.json> → :x ;\n:x → B", want: []string{"1:1 arrow/missing-step", "1:2 arrow/missing-resource (warning)"}},
	{name: "a label alone on a line", text: ":x\nA ;\nB → :x", want: []string{"1:1 arrow/glued-lines (warning)"}},
	{name: "a label behind a step on the next line", text: "A\n:x ;\n:x → B", want: []string{"2:1 arrow/glued-lines (warning)"}},
	{name: "start and end where they can stand", text: ":start → A → :end\n:start → B → :end\nC → { :start → D → :end }"},
	{name: "start behind an arrow", text: "A → :start", want: []string{"1:5 arrow/start-end"}},
	{name: "start as an input label", text: ":start A", want: []string{"1:1 arrow/start-end"}},
	{name: "end as an output label", text: "A :end", want: []string{"1:3 arrow/start-end"}},
	{name: "end at the start", text: ":end → A", want: []string{"1:1 arrow/start-end"}},
	{name: "end in the middle", text: "A → :end → B", want: []string{"1:5 arrow/start-end"}},
	{name: "labels stay in their scope", text: "A → { B → :x } ;\n:x → C",
		want: []string{"1:11 arrow/unconsumed-label", "2:1 arrow/unproduced-label"}},
	{name: "a label on a subflow belongs outside", text: "{ A } :x ;\n:x → B|C :y ;\n:y → D"},
	{name: "both sides of a label on one step", text: "A :x → :x B"},
	{name: "labels in what cannot be read", text: "A ) :x ;\n:x → B", want: []string{"1:3 arrow/syntax"}},
	{name: "further signs in front of a step", text: "A → > > * ? `$.a` B", want: []string{"1:7 arrow/syntax"}},
	{name: "signs in any order", text: "A → * ? `$[?(@.a)]` > B"},
	{name: "a question without a guard", text: "A → ? B", want: []string{"1:7 arrow/syntax"}},
	{name: "a guard that is no path", text: "A → ? `$[?(@.a ~ 1)]` B", want: []string{"1:16 arrow/expression"}},
	{name: "guards as the text writes them", text: "A → ? `$[?(@.status=0 and @.b == \"x\" or @.c != 'y')]` B"},
	{name: "a guard of constants", text: "A → ? `$[?(1 = 2)]` B", want: []string{"1:12 arrow/never-true (warning)"}},
	{name: "a guard with bounds", text: "A → ? `$[?(@.a > 5 && (@.b = 1 && @.a <= 5))]` B", want: []string{"1:35 arrow/never-true (warning)"}},
	{name: "a guard with two values", text: "A → ? `$[?(@.a = 1 && @.a = 'x')]` B", want: []string{"1:23 arrow/never-true (warning)"}},
	{name: "guards that may hold", text: "A → ? `$[?(@.a >= 5 && @.a <= 5 || @.b < 1 && @.b != 2)]` B"},
	{name: "an unclosed guard", text: "A → ? `$.a B\n→ C", want: []string{"1:7 arrow/unclosed"}},
	{name: "an unclosed resource", text: "A → <b.json\n;B", want: []string{"1:5 arrow/unclosed"}},
	{name: "an unclosed documentation", text: "@task A '''so\nA", want: []string{"1:9 arrow/unclosed"}},
	{name: "an unclosed subflow", text: "A → { B\nC → { D }", want: []string{"1:5 arrow/unclosed"}},
	{name: "an unclosed JSON literal", text: "A ({\"a\": 1) → B", want: []string{"1:3 arrow/unclosed"}},
	{name: "an unclosed YAML literal", text: "A (- a: 1) → B\nC", want: []string{"1:3 arrow/unclosed"}},
	{name: "a bracket too many", text: "A → B } → C", want: []string{"1:7 arrow/syntax", "1:9 arrow/syntax"}},
	{name: "places inside of literals", text: "A ({\"a\": , \"b\": 1, \"b\": 2}) → B (-\n  c: 1\n  c: 2\n-)",
		want: []string{"1:10 source/syntax", "1:20 source/duplicate-key", "3:3 source/duplicate-key"}},
	{name: "scalars and nothing", text: "A (- 5 -) → B (- x -) → C (--)", want: []string{"1:6 arrow/scalar-literal", "1:18 arrow/scalar-literal", "1:27 arrow/scalar-literal"}},
	{name: "closing pairs in quotes and brackets", text: "A ({\"a\": \"})\", \"b\": {\"c\": [{}]}}) → B (- {a: '-)', b: [\"-)\"]} -) → C (- it's: don't -) → D (- |\n  -)\n  x: '\n-)",
		want: []string{"1:95 arrow/scalar-literal"}},
	{name: "literals as sources", text: "<- customer: C123 -> → A ;\n<{\"a\": {}}>->B ;\n<[1]> → C ; <> → D"},
	{name: "a literal that something leads into", text: "A → <> → B", want: []string{"1:5 arrow/literal-sink"}},
	{name: "literals in a list", text: "<{}>|<[]> → A → B|<{}>", want: []string{"1:19 arrow/literal-sink"}},
	{name: "resources as sources and sinks", text: "<a> → <b> ;\nA → { <c> <d> → B } ;\n{ <e> } → C ;\n<http://f> → D",
		want: []string{"1:2 arrow/missing-resource (warning)", "2:12 arrow/missing-resource (warning)", "3:4 arrow/missing-resource (warning)"}},
	{name: "an unknown declaration", text: "@tsk A\nA", want: []string{"1:1 arrow/unknown-declaration"}},
	{name: "a declaration without a name", text: "@task = A ;\nA", want: []string{"1:7 arrow/syntax"}},
	{name: "a declaration in a subflow", text: "A → { @task B ; B }", want: []string{"1:7 arrow/syntax"}},
	{name: "parts of a declaration that stand twice", text: "@task A ({}) ({}) ;\nA", want: []string{"1:14 arrow/syntax"}},
	{name: "a flow with an alias", text: "@flow f = g ;\nA", want: []string{"1:9 arrow/syntax"}},
	{name: "aliases of aliases", text: "@task A ({\"a\": 1}) ;\n@task X = A ({\"b\": 1}) ;\n@task Y = X ;\nY ([]) → A",
		want: []string{"4:3 arrow/parameter-type"}},
	{name: "an alias of an address", text: "@task X = arn:aws:lambda:x ;\nX"},
	{name: "an alias of what nothing else mentions", text: "@task X = remote ;\nX", want: []string{"1:11 arrow/unknown-alias-target (info)"}},
	{name: "an alias of itself", text: "@task A = A ;\nA", want: []string{"1:11 arrow/alias-cycle"}},
	{name: "tasks that contain each other", text: "@task A { B } ;\n@task B { C → A } ;\nA → B", want: []string{"2:15 arrow/recursive-task"}},
	{name: "a declaration used in an unused one", text: "@task A { B } ;\n@task B ;\nC", want: []string{"1:7 arrow/unused-declaration (warning)", "2:7 arrow/unused-declaration (warning)"}},
	{name: "a cycle", text: "A → :x B :y → C ;\n:y → :x", want: []string{"2:1 arrow/missing-step"}},
	{name: "a cycle through a subflow", text: "A → :x { B } :y → C ;\n:y → D → :x", want: []string{"2:6 arrow/endless-cycle (warning)"}},
}

// Flows with the words of their findings.
var messageTests = []struct {
	name string
	text string
	want []string
}{
	{
		name: "an output label that a line end does not part",
		text: "A :x → B → C\n:x → D",
		want: []string{
			`duplicate output label ":x"`,
			"help: end the statement before it with `;` if it starts a new one, or connect the output with an arrow: → :x",
			"1:3: the first one labels this output",
		},
	},
	{
		name: "a misspelt label",
		text: "A → :archive ;\n:archiv → B",
		want: []string{
			`the label ":archiv" has no source`, `help: did you mean ":archive"?`,
			`1:5: the label ":archive" has no destination`,
		},
	},
	{
		name: "labels of two scopes",
		text: "A → { B → :x } ;\n:x → C",
		want: []string{
			`the label ":x" has no destination`, "help: connect it to a step in the same scope; a label does not cross the border of a subflow",
			"2:1: this label is in another scope",
			`the label ":x" has no source`, "help: connect a step to it in the same scope; a label does not cross the border of a subflow",
			"1:11: this label is in another scope",
		},
	},
	{
		name: "glued lines",
		text: "D → :meet ;\nA → :meet\nB → C",
		want: []string{
			`the label ":meet" is the input label of the step on the next line: a line end does not separate them`,
			"help: end the first line with \";\" if these are two statements, or put the label and its step on one line",
		},
	},
	{
		name: "no literal in parentheses",
		text: "A (dry: true) → B",
		want: []string{"expected an arrow, a label, a semicolon or a statement, found \"(\"", "help: write parameters as (- name: value -), ({…}) or ([…])"},
	},
	{
		name: "the end of the text",
		text: "A →\n",
		want: []string{"expected a step or a label after the arrow, found the end of the text"},
	},
}

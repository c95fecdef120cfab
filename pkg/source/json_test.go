package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSONProblems(t *testing.T) {
	t.Parallel()
	testProblems(t, JSON, []problemCase{
		{text: `{"a": 1,}`, want: []string{
			`1:8-9 syntax: trailing comma before '}' (remove the comma)`,
		}, value: `{ "a": 1 }`},
		{text: "[1,\n]", want: []string{
			`1:3-4 syntax: trailing comma before ']' (remove the comma)`,
		}, value: `[ 1 ]`},
		{text: `[1 2]`, want: []string{
			`1:3-3 syntax: expected ',' or ']', found "2" (add a comma)`,
		}, value: `[ 1, 2 ]`},
		{text: "{\"a\": 1\n \"b\": 2}", want: []string{
			`1:8-8 syntax: expected ',' or '}', found a string (add a comma)`,
		}, value: `{ "a": 1, "b": 2 }`},
		{text: `{"a" 1, "b": 2}`, want: []string{
			`1:5-5 syntax: expected ':' after the key "a", found "1" (add a colon)`,
		}, value: `{ "a": 1, "b": 2 }`},
		{text: `{"a" "b": 1, "c": 2}`, want: []string{
			`1:5-5 syntax: expected ':' after the key "a", found a string (add a colon)`,
		}, value: `{ "a": "b", "c": 2 }`},
		{text: `{a: 1}`, want: []string{
			`1:2-3 syntax: the key "a" has no double quotes (write "a" in double quotes)`,
		}, value: `{ "a": 1 }`},
		{text: `{'a': 'b'}`, want: []string{
			`1:2-3 syntax: JSON strings need double quotes, found ''' (use ")`,
			`1:7-8 syntax: JSON strings need double quotes, found ''' (use ")`,
		}, value: `{ "a": "b" }`},
		{text: `{"a": “b”}`, want: []string{
			`1:7-8 syntax: JSON strings need double quotes, found '“' (use ")`,
		}, value: `{ "a": "b" }`},
		{text: "// c\n// d\n{\"a\": 1 /* x */, # y\n \"b\": 2}", want: []string{
			`1:1-5 syntax: JSON has no comments (remove the comment)`,
			`3:9-16 syntax: JSON has no comments (remove the comment)`,
			`3:18-21 syntax: JSON has no comments (remove the comment)`,
		}, value: `{ "a": 1, "b": 2 }`},
		{text: `[1, /* 2]`, want: []string{
			`1:5-10 syntax: JSON has no comments (remove the comment)`,
		}, value: `[ 1 ]`},
		{text: `[True, None, NaN, -Infinity, undefined]`, want: []string{
			`1:2-6 syntax: True is not JSON (write true)`,
			`1:8-12 syntax: None is not JSON (write null)`,
			`1:14-17 syntax: JSON has no number NaN (write null, or a string)`,
			`1:19-28 syntax: JSON has no number -Infinity (write null, or a string)`,
			`1:30-39 syntax: undefined is not JSON (write null)`,
		}, value: `[ true, null, null, null, null ]`},
		{text: `[01, .5, +1, 1., 0x1F, 1e, --1, 2016-03-14T01:59:00Z]`, want: []string{
			`1:2-4 syntax: "01" is not a JSON number (remove the leading zero)`,
			`1:6-8 syntax: ".5" is not a JSON number (write a digit before the point)`,
			`1:10-12 syntax: "+1" is not a JSON number (remove the '+')`,
			`1:14-16 syntax: "1." is not a JSON number (write a digit after the point)`,
			`1:18-22 syntax: "0x1F" is not a JSON number (write the number in decimal)`,
			`1:24-26 syntax: "1e" is not a JSON number`,
			`1:28-31 syntax: "--1" is not a JSON number`,
			`1:33-53 syntax: the text "2016-03-14T01:59:00Z" has no double quotes (put it in double quotes)`,
		}, value: `[ null, null, null, null, null, null, null, null ]`},
		{text: "{\"a\": foo, \"b\": foo bar,\n\"c\": http://x/y}", want: []string{
			`1:7-10 syntax: the text "foo" has no double quotes (put it in double quotes)`,
			`1:17-24 syntax: the text "foo bar" has no double quotes (put it in double quotes)`,
			`2:6-16 syntax: the text "http://x/y" has no double quotes (put it in double quotes)`,
		}, value: `{ "a": null, "b": null, "c": null }`},
		{text: `{"a": ${x}, "b": 1,}`, want: []string{
			`1:7-11 placeholder: the placeholder "${x}" is not JSON (put it in double quotes)`,
			`1:19-20 syntax: trailing comma before '}' (remove the comma)`,
		}, value: `{ "a": ${x}, "b": 1 }`},
		{text: `{"a": tr`, want: []string{
			`1:9-9 syntax: expected '}' to close an object, found the end of the text (add '}') [1:1-2 an object starts here]`,
		}, value: `{ "a": null }`},
		{text: `{"a": [1, 2}`, want: []string{
			`1:12-13 syntax: expected ']' to close an array, found '}' (add ']' before it) [1:7-8 an array starts here]`,
		}, value: `{ "a": [ 1, 2 ] }`},
		{text: `{"a": {"b": 1]}`, want: []string{
			`1:14-15 syntax: expected '}' to close an object, found ']' (write '}') [1:7-8 an object starts here]`,
		}, value: `{ "a": { "b": 1 } }`},
		{text: "{\n \"a\": {\n  \"b\": 1\n \"c\": 2\n}", want: []string{
			`3:9-9 syntax: expected '}' to close an object, found a string (add '}') [2:7-8 an object starts here]`,
		}, value: `{ "a": { "b": 1 }, "c": 2 }`},
		{text: "{\n  \"a\": {\n    \"b\": {\"c\": 1\n  }\n}\n", want: []string{
			`3:17-17 syntax: missing '}' to close an object (add '}') [3:10-11 an object starts here]`,
		}, value: `{ "a": { "b": { "c": 1 } } }`},
		{text: "{\n \"a\": [\n  {\n   \"b\": 1\n  {\n   \"b\": 2\n  }\n}", want: []string{
			`4:10-10 syntax: expected '}' to close an object, found '{' (add '}') [3:3-4 an object starts here]`,
			`7:4-4 syntax: expected ']' to close an array, found '}' (add ']') [2:7-8 an array starts here]`,
		}, value: `{ "a": [ { "b": 1 }, { "b": 2 } ] }`},
		{text: "{\n \"a\": [\n  1\n },\n \"b\": 2\n}", want: []string{
			`4:2-3 syntax: expected ']' to close an array, found '}' (write ']') [2:7-8 an array starts here]`,
		}, value: `{ "a": [ 1 ], "b": 2 }`},
		{text: "{\n \"a: 1,\n \"b\": 2\n}", want: []string{
			`2:2-4 syntax: the string has no closing quote (add ")`,
		}, value: `{ "a": 1, "b": 2 }`},
		{text: "{\"a\": {\"b\": [1, {\"c\": 2\n", want: []string{
			`1:24-24 syntax: expected '}' to close an object, found the end of the text (add '}') [1:17-18 an object starts here]`,
		}, value: `{ "a": { "b": [ 1, { "c": 2 } ] } }`},
		{text: `{"a": "b`, want: []string{
			`1:7-9 syntax: the string has no closing quote (add ")`,
		}, value: `{ "a": "b" }`},
		{text: "{\"a\": \"b,\n \"c\": 1}", want: []string{
			`1:7-9 syntax: the string has no closing quote (add ")`,
		}, value: `{ "a": "b", "c": 1 }`},
		{text: "{\"a\": {\"b\": \"c}}\n", want: []string{
			`1:13-17 syntax: the string has no closing quote (add ")`,
		}, value: `{ "a": { "b": "c}}" } }`},
		{text: "{\"a\": {\"b\": \"{{ $.c }}\n", want: []string{
			`1:13-23 syntax: the string has no closing quote (add ")`,
		}, value: `{ "a": { "b": "{{ $.c }}" } }`},
		{text: "[\"a\nb\"]", want: []string{
			`1:4-2:1 syntax: a line break in a string (write \n)`,
		}, value: `[ "a\nb" ]`},
		{text: "[\"a\tb\\q\\u12\"]", want: []string{
			`1:4-5 syntax: a tab in a string (write \t)`,
			`1:6-8 syntax: unknown escape sequence \q in JSON (write \\ for a backslash)`,
			`1:8-12 syntax: unknown escape sequence \u12 in JSON (write four hexadecimal digits after \u)`,
		}, value: `[ "a\tb\\q\\u12" ]`},
		{text: `[1e308, -1e309, 1e-999]`, want: []string{
			`1:9-15 number: the number "-1e309" is too large: the largest is about 1.8e308 (write a smaller number, or a string)`,
		}, value: `[ 1e308, -1e309, 1e-999 ]`},
		{text: `["\ufffd", "\ud800", "\udc00x", "\ud83d\ude00"]`, want: []string{
			`1:13-19 invalid-utf8: \ud800 is half of a surrogate pair and not a character (write both halves, or the character itself)`,
			`1:23-29 invalid-utf8: \udc00 is half of a surrogate pair and not a character (write both halves, or the character itself)`,
		}, value: "[ \"�\", \"�\", \"�x\", \"😀\" ]"},
		{text: `{} {}`, want: []string{
			`1:4-5 syntax: expected the end of the text, found '{' (a file holds one value)`,
		}, value: `{}`},
		{text: `[1]]`, want: []string{
			`1:4-5 syntax: expected the end of the text, found ']' (remove the bracket, nothing is open here)`,
		}, value: `[ 1 ]`},
		{text: `{"a":}`, want: []string{
			`1:6-7 syntax: expected a value, found '}'`,
		}, value: `{ "a": null }`},
		{text: `{"a"}`, want: []string{
			`1:2-5 syntax: the key "a" has no value (add ':' and a value)`,
		}, value: `{ "a": null }`},
		{text: `{"a", "b": 1}`, want: []string{
			`1:2-5 syntax: the key "a" has no value (add ':' and a value)`,
		}, value: `{ "a": null, "b": 1 }`},
		{text: `{:1, "b": 2}`, want: []string{
			`1:2-3 syntax: expected a key in double quotes, found ':'`,
		}, value: `{ "b": 2 }`},
		{text: `[,1,,2,]`, want: []string{
			`1:2-3 syntax: expected a value, found ',' (remove the comma)`,
			`1:5-6 syntax: expected a value, found ',' (remove the comma)`,
			`1:7-8 syntax: trailing comma before ']' (remove the comma)`,
		}, value: `[ 1, 2 ]`},
		{text: `{"a": 1,, "b": 2}`, want: []string{
			`1:9-10 syntax: expected a key, found ',' (remove the comma)`,
		}, value: `{ "a": 1, "b": 2 }`},
		{text: `{"a": 1, {"b": 2}, "c": 3}`, want: []string{
			`1:10-11 syntax: expected a key in double quotes, found '{'`,
		}, value: `{ "a": 1, "c": 3 }`},
		{text: `{"a": 1 {"b": 2}, "c": 3}`, want: []string{
			`1:9-10 syntax: expected ',' or '}', found '{'`,
		}, value: `{ "a": 1, "c": 3 }`},
		{text: `[1 :2, 3 4]`, want: []string{
			`1:4-5 syntax: expected ',' or ']', found ':'`,
			`1:9-9 syntax: expected ',' or ']', found "4" (add a comma)`,
		}, value: `[ 1, 3, 4 ]`},
		{text: `{"a"=>1; "b": 2}`, want: []string{
			`1:5-6 syntax: expected ':' after the key "a", found '=' (write ':')`,
			`1:8-9 syntax: expected ',' or '}', found ';' (write ',')`,
		}, value: `{ "a": 1, "b": 2 }`},
		{text: `[/1]`, want: []string{
			`1:2-3 syntax: expected a value, found '/'`,
		}, value: `[ null ]`},
		{text: ``, want: []string{
			`1:1-1 empty: the file is empty`,
		}},
		{text: "  \n", want: []string{
			`1:1-1 empty: the file is empty`,
		}},
		{text: `{"a": 1, "b": 2, "a": 3, "a": 4}`, want: []string{
			`1:18-21 duplicate-key: duplicate key "a" (remove or rename one of them) [1:2-5 first used here]`,
			`1:26-29 duplicate-key: duplicate key "a" (remove or rename one of them) [1:2-5 first used here]`,
		}, value: `{ "a": 1, "b": 2, "a": 3, "a": 4 }`},
		{text: "[\"é\", \"\xff\xe9x\"]", want: []string{
			`1:8-9 invalid-utf8: the byte 0xFF is not valid UTF-8 (save the file as UTF-8)`,
			`1:9-10 invalid-utf8: the byte 0xE9 is not valid UTF-8 (save the file as UTF-8)`,
		}, value: "[ \"é\", \"��x\" ]"},
		{text: "\xff\xfe{\x00", want: []string{
			`1:1-3 invalid-utf8: the text is in UTF-16, not in UTF-8 (save the file as UTF-8)`,
		}},
		{text: "\u00a0{}", want: []string{
			`1:1-2 syntax: the character U+00A0 is not valid white space in JSON (replace it with a space)`,
		}, value: `{}`},
		{text: "\ufeff{\"a\": 1,}", want: []string{
			`1:8-9 syntax: trailing comma before '}' (remove the comma)`,
		}, value: `{ "a": 1 }`},
		{text: "{\r\n\"a\":\r1,\r\n}", want: []string{
			`3:2-3 syntax: trailing comma before '}' (remove the comma)`,
		}, value: `{ "a": 1 }`},
		{text: `{"é😀": 1,}`, want: []string{
			`1:9-10 syntax: trailing comma before '}' (remove the comma)`,
		}, value: `{ "é😀": 1 }`},
	})
}

func TestJSONSpans(t *testing.T) {
	t.Parallel()
	f, problems := parse(JSON, "\ufeff{\"é\": [1, -2.50E+3 ,\r\n  \"x\\ny\"],\r \"o\" : {\"t\": true, \"n\": null, \"e\": {}}\n}\n")
	if problems != nil {
		t.Error(problems)
	}
	want := []string{
		" 1:1-4:2 an object",
		"/é (1:2-5) 1:7-2:10 an array",
		`/é/0 1:8-9 number "1"`,
		`/é/1 1:11-19 number "-2.50E+3"`,
		`/é/2 2:3-9 string "x\ny"`,
		"/o (3:2-5) 3:8-39 an object",
		"/o/t (3:9-12) 3:14-18 a boolean",
		"/o/n (3:20-23) 3:25-29 null",
		"/o/e (3:31-34) 3:36-38 an object",
	}
	if diff := cmp.Diff(want, outline(f)); diff != "" {
		t.Errorf("outline (-want +got):\n%s", diff)
	}
}

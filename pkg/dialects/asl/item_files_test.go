package asl

import (
	"bytes"
	"compress/gzip"
	"errors"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

// memory is a store of files by bucket and key.
type memory map[string]string

func (m memory) Read(bucket, key string) ([]byte, error) {
	text, ok := m[bucket+"/"+key]
	if !ok {
		return nil, errors.New("there is no " + bucket + "/" + key)
	}
	return []byte(text), nil
}

func (m memory) List(string, string) ([]string, error) { return []string{"a.csv", "b.csv"}, nil }

func (m memory) Write(bucket, key string, content []byte) error {
	m[bucket+"/"+key] = string(content)
	return nil
}

func compressed(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return out.String()
}

func TestItemFiles(t *testing.T) {
	t.Parallel()
	csv := itemFile{inputType: "CSV", delimiter: ','}
	given := itemFile{inputType: "CSV", delimiter: '|', given: true, headers: []string{"x", "y"}}
	for _, c := range []struct {
		name      string
		file      itemFile
		key, text string
		want      string // or the error
	}{
		{"rows", csv, "f", "a,b\n1,2\n3,4\n", `[{"a":"1","b":"2"},{"a":"3","b":"4"}]`},
		{"missing and surplus fields", csv, "f", "a,b\r\n1\r\n3,4,5", `[{"a":"1","b":""},{"a":"3","b":"4"}]`},
		{"a row of separators, an empty line and a blank", csv, "f", "a,b\n,\n\n \n", `[{"a":"","b":""},{"a":" ","b":""}]`},
		{"an empty header", csv, "f", "a,\n1,2\n", `[{"a":"1","":"2"}]`},
		{"quotes", csv, "f", "a,b\n\"1,\n2\",\"say \"\"hi\"\"\"\n", `[{"a":"1,\n2","b":"say \"hi\""}]`},
		{"backslashes", csv, "f", `a` + "\n" + `x\,y\\\"\z`, `[{"a":"x,y\\\"z"}]`},
		{"duplicate headers", csv, "f", "a,a\n", "CSV headers cannot contain duplicates"},
		{"no rows", csv, "f", "", `[]`},
		{"given headers", given, "f", "1|2\n", `[{"x":"1","y":"2"}]`},
		{"compressed", csv, "f.gz", compressed("a\n1\n"), `[{"a":"1"}]`},
		{"not compressed", csv, "f.gz", "a\n1\n", "f.gz: unexpected EOF"},
		{"an array", itemFile{inputType: "JSON"}, "f", `[1, {"a": 2}]`, `[1,{"a":2}]`},
		{"an object", itemFile{inputType: "JSON"}, "f", `{"a": 1, "b": 2}`, `[{"Key":"a","Value":1},{"Key":"b","Value":2}]`},
		{"a part", itemFile{inputType: "JSON", pointer: "/a/1/x~1y"}, "f", `{"a": [0, {"x/y": [3]}]}`, `[3]`},
		{"no such part", itemFile{inputType: "JSON", pointer: "/b"}, "f", `{"a": []}`, "the file has nothing at /b"},
		{"a number", itemFile{inputType: "JSON"}, "f", `7`, "attempting to map over a non-iterable node: the file is neither an array nor an object"},
		{"lines", itemFile{inputType: "JSONL"}, "f", "1\n\n{\"a\":2}\n", `[1,{"a":2}]`},
		{"a manifest", itemFile{inputType: "MANIFEST"}, "f",
			`{"destinationBucket": "arn:aws:s3:::b", "fileSchema": "Bucket, Key", "files": [{"key": "list.csv"}]}`, `[{"Bucket":"b","Key":"k 1"}]`},
		{"an unload", itemFile{manifest: "ATHENA_DATA", inputType: "JSONL"}, "f", "s3://b/data.jsonl\n", `[5]`},
		{"parquet", itemFile{inputType: "PARQUET"}, "f", "", "files of the type PARQUET are not read by this tool"},
	} {
		store := memory{"b/list.csv": `"b","k 1"`, "b/data.jsonl": "5"}
		items, err := c.file.items(store, "b", c.key, []byte(c.text), 0)
		got := string(value.Append(nil, items))
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func FuzzItemFile(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\"", "a\\", "{\"files\": [{\"key\": \"x\"}]}", "[1]", "s3://b/x", "\x1f\x8b"} {
		f.Add(s, uint8(0))
	}
	kinds := []itemFile{{inputType: "CSV", delimiter: ','}, {inputType: "JSON", pointer: "/a"}, {inputType: "JSONL"}, {inputType: "MANIFEST"},
		{manifest: "ATHENA_DATA", inputType: "CSV", delimiter: ';'}}
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		for _, key := range []string{"f", "f.gz"} {
			_, _ = kinds[int(kind)%len(kinds)].items(memory{"b/x": text}, "b", key, []byte(text), 0)
		}
	})
}

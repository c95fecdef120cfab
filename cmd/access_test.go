package cmd

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"a.json", `{"x": 1.0}`, `{"x":1}`},
		{"a.json", "{\"x\":1}\n\n[2]\n", `[{"x":1},[2]]`},
		{"a.json", "\x1e{\"x\":1}\n\x1e{\"x\":2}\n", `[{"x":1},{"x":2}]`},
		{"a.json", "", `[]`},
		{"a.yaml", "x: [1, two]\n", `{"x":[1,"two"]}`},
		{"a.json", "{\"x\":1}\n{", "a.json is no JSON: "},
		{"a.yaml", "x: [", "a.yaml:"},
	} {
		v, err := decode(test.name, []byte(test.text))
		got := string(value.Append(nil, v))
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || err == nil && got != test.want {
			t.Errorf("%s %q is %s, want %s", test.name, test.text, got, test.want)
		}
	}
}

func TestFilesAreWrittenOnlyIfAllowed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	definition := source.NewFile(filepath.Join(folder, "x.flow"), nil)
	store := &workflow.File{Name: "out.json", Stores: true}
	var said strings.Builder
	a := &app{World: World{Stderr: &said}}
	if _, err := a.access(definition, store, map[string]any{"a": int64(1)}); err != nil || !strings.Contains(said.String(), "--allow-write") {
		t.Errorf("%v, said %q", err, &said)
	}
	path := filepath.Join(folder, "out.json")
	if _, err := os.Stat(path); err == nil {
		t.Fatal("it was written")
	}
	a.accessible.write = true
	if _, err := a.access(definition, store, map[string]any{"a": int64(1)}); err != nil {
		t.Fatal(err)
	}
	v, err := a.access(definition, &workflow.File{Name: "out.json"}, nil)
	if err != nil || !value.Equal(v, map[string]any{"a": int64(1)}) {
		t.Errorf("read back as %v, %v", v, err)
	}
}

func TestFetch(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
		case "/nothing":
		default:
			_ = json.NewEncoder(w).Encode(map[string]string{"method": r.Method, "body": string(body), "type": r.Header.Get("Content-Type")})
		}
	}))
	t.Cleanup(server.Close)
	var put any = map[string]any{"method": "put"}
	for _, test := range []struct {
		path       string
		input      any
		parameters *any
		want       string
	}{
		{"/", map[string]any{}, nil, `{"body":"","method":"GET","type":""}`},
		{"/", map[string]any{"a": int64(1)}, nil, `{"body":"{\"a\":1}","method":"POST","type":"application/json"}`},
		{"/", map[string]any{"a": int64(1)}, &put, `{"body":"{\"a\":1}","method":"PUT","type":"application/json"}`},
		{"/nothing", nil, nil, `{}`},
		{"/gone", nil, nil, "404 Not Found"},
	} {
		r := (&app{}).fetch(context.Background(), run.Process{Task: server.URL + test.path, Input: test.input, Parameters: test.parameters})
		got := string(value.Append(nil, r.Value))
		if r.Error != nil {
			got = r.Error.Cause
		}
		if got != test.want {
			t.Errorf("%s with %v gives %s, want %s", test.path, test.input, got, test.want)
		}
	}
}

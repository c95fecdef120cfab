package reach

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
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
		{"a.json", "{\"x\":1}\n{", "a.json is not valid JSON: "},
		{"a.yaml", "x: [", "a.yaml:"},
	} {
		v, err := Decode(test.name, []byte(test.text))
		got := string(value.Append(nil, v))
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || err == nil && got != test.want {
			t.Errorf("%s %q is %s, want %s", test.name, test.text, got, test.want)
		}
	}
}

// reading are a directory with a definition in it, and what may be read and written there.
func reading(t *testing.T) (dir string, definition *source.File, x Files) {
	t.Helper()
	dir = t.TempDir()
	for path, text := range map[string]string{"secret.json": `"secret"`, "flows/x.flow": "<in.json> -> A\n", "flows/in.json": `{"a": 1}`} {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"flows/out": "../secret.json", "flows/new": "../new.json", "flows/up": ".."} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	return dir, source.NewFile(filepath.Join(dir, "flows", "x.flow"), nil), Files{Dir: dir}
}

func TestFilesStayBelowTheRoot(t *testing.T) {
	t.Parallel()
	dir, definition, x := reading(t)
	wider := Files{Dir: dir, Root: dir}
	for _, test := range []struct {
		files Files
		name  string
		want  string // the value, or a part of the error
	}{
		{x, "in.json", `{"a":1}`},
		{x, "../flows/in.json", `{"a":1}`},
		{x, filepath.Join(dir, "flows/in.json"), `{"a":1}`},
		{x, "../secret.json", "is outside of"},
		{x, filepath.Join(dir, "secret.json"), "is outside of"},
		{x, "out", "is outside of"},
		{x, "up/secret.json", "is outside of"},
		{x, "/dev/zero", "is outside of"},
		{Files{Dir: dir, Root: "/"}, "/dev/zero", "is not a regular file"},
		{x, ".", "is a directory"},
		{x, "missing.json", "missing.json: "},
		{wider, "secret.json", `"secret"`},
		{Files{Dir: dir, Root: filepath.Join(dir, "flows")}, "in.json", `{"a":1}`},
	} {
		v, err := test.files.Access(definition, &workflow.File{Name: test.name}, nil)
		got := string(value.Append(nil, v))
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s gives %s, want %s", test.name, got, test.want)
		}
	}
}

func TestFilesAreWrittenOnlyIfAllowed(t *testing.T) {
	t.Parallel()
	dir, definition, x := reading(t)
	store := func(name string) *workflow.File { return &workflow.File{Name: name, Stores: true} }
	var unwritten []string
	x.Unwritten = func(path string) { unwritten = append(unwritten, path) }
	path := filepath.Join(dir, "flows", "out.json")
	if _, err := x.Access(definition, store("out.json"), []any{int64(1)}); err != nil || len(unwritten) != 1 || unwritten[0] != path {
		t.Errorf("%v, unwritten %q", err, unwritten)
	}
	if _, err := os.Stat(path); err == nil {
		t.Fatal("it was written")
	}
	x.Write = true
	if _, err := x.Access(definition, store("out.json"), []any{int64(1)}); err != nil {
		t.Fatal(err)
	}
	v, err := x.Access(definition, &workflow.File{Name: "out.json"}, nil)
	if err != nil || !value.Equal(v, []any{int64(1)}) {
		t.Errorf("read back as %v, %v", v, err)
	}
	for name, want := range map[string]string{"../new.json": "is outside of", "new": "is outside of", "up/new.json": "is outside of",
		"x.flow": "is the definition itself"} {
		if _, err := x.Access(definition, store(name), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new.json")); err == nil {
		t.Error("a file outside was written")
	}
}

func TestFetch(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") }))
	t.Cleanup(elsewhere.Close)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
		case "/nothing":
		case "/away":
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		case "/near":
			http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusTemporaryRedirect)
		default:
			_ = json.NewEncoder(w).Encode(map[string]string{"method": r.Method, "body": string(body), "type": r.Header.Get("Content-Type")})
		}
	}))
	t.Cleanup(server.Close)
	object := func(text string) any {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	put := object(`{"method": "put"}`)
	host, err := url.Parse(elsewhere.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path       string
		input      any
		parameters *any
		want       string
	}{
		{"/", object(`{}`), nil, `{"body":"","method":"GET","type":""}`},
		{"/", object(`{"a":1}`), nil, `{"body":"{\"a\":1}","method":"POST","type":"application/json"}`},
		{"/", object(`{"a":1}`), &put, `{"body":"{\"a\":1}","method":"PUT","type":"application/json"}`},
		{"/near", object(`{"a":1}`), nil, `{"body":"{\"a\":1}","method":"POST","type":"application/json"}`},
		{"/nothing", nil, nil, `{}`},
		{"/gone", nil, nil, "404 Not Found"},
		{"/away", object(`{"a":1}`), nil, "it redirects to another host, " + host.Host},
		{"/round", nil, nil, "it redirects more than 10 times"},
	} {
		r := Fetch(context.Background(), run.Process{Task: server.URL + test.path, Input: test.input, Parameters: test.parameters})
		got := string(value.Append(nil, r.Value))
		if r.Error != nil {
			got = r.Error.Cause
		}
		if !strings.HasSuffix(got, test.want) {
			t.Errorf("%s with %v gives %s, want %s", test.path, test.input, got, test.want)
		}
	}
}

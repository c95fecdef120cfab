package cmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// accessFlags say what a run may reach outside of it.
type accessFlags struct {
	base       string
	write, net bool
}

// access reads the files that a definition names, and writes them if that is allowed. Names are relative to the folder of
// the definition, or to the base.
func (a *app) access(definition *source.File, file *workflow.File, v any) (any, error) {
	path := filepath.FromSlash(file.Name)
	if !filepath.IsAbs(path) {
		base := folder(definition.Name)
		if a.accessible.base != "" {
			base = a.accessible.base
		}
		path = filepath.Join(base, path)
	}
	if file.Stores {
		if !a.accessible.write {
			fmt.Fprintf(a.Stderr, "note: %s is not written; --allow-write allows it\n", path)
			return v, nil
		}
		return v, write(path, append(value.AppendIndent(nil, v, "", "  "), '\n'))
	}
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return decode(path, text)
}

// decode reads a text as data: JSON, a sequence of JSON texts, which is a list, or YAML.
func decode(name string, text []byte) (any, error) {
	if source.FormatOf(name, text) == source.YAML {
		f := source.NewFile(name, text)
		for _, p := range source.Parse(f) {
			at := f.Position(p.Span.Start)
			return nil, fmt.Errorf("%s:%d:%d: %s", name, at.Line, at.Column, p.Message)
		}
		return value.Of(f.Root), nil
	}
	whole, err := value.Parse(text)
	if err == nil {
		return whole, nil
	}
	list := []any{}
	split := func(r rune) bool { return r == '\n' || r == '\x1e' } // RFC 7464 puts a record separator before each text
	for _, line := range strings.FieldsFunc(string(text), split) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		v, wrong := value.Parse([]byte(line))
		if wrong != nil {
			return nil, fmt.Errorf("%s is no JSON: %s", name, wrongJSON(string(text), err))
		}
		list = append(list, v)
	}
	return list, nil
}

// mostFetched is the size from which on an answer of the network is refused.
const mostFetched = 64 << 20

// fetch asks an address on the network. The input is sent as JSON, by POST or the method that the parameters name; an
// empty input is asked for by GET. A status of 400 or more is an error.
func (a *app) fetch(ctx context.Context, p run.Process) run.ProcessResult {
	fail := func(err error) run.ProcessResult { return run.ProcessResult{Error: &machine.Error{Cause: err.Error()}} }
	body := value.Append(nil, p.Input)
	method := http.MethodPost
	if string(body) == "{}" || string(body) == "null" {
		method, body = http.MethodGet, nil
	}
	if p.Parameters != nil {
		if o, ok := (*p.Parameters).(map[string]any); ok {
			if m, ok := o["method"].(string); ok {
				method = strings.ToUpper(m)
			}
		}
	}
	if _, err := url.Parse(p.Task); err != nil {
		return fail(err)
	}
	request, err := http.NewRequestWithContext(ctx, method, p.Task, bytes.NewReader(body))
	if err != nil {
		return fail(err)
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fail(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostFetched+1))
	switch {
	case err != nil:
		return fail(err)
	case len(text) > mostFetched:
		return fail(fmt.Errorf("the answer is larger than %d MB", mostFetched>>20))
	case response.StatusCode >= http.StatusBadRequest:
		return fail(fmt.Errorf("%s", response.Status))
	case len(bytes.TrimSpace(text)) == 0:
		return run.ProcessResult{Value: map[string]any{}}
	}
	v, err := decode(p.Task, text)
	if err != nil {
		return fail(err)
	}
	return run.ProcessResult{Value: v}
}

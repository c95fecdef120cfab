package reach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// The limits of one request.
const (
	// mostFetched is the size above which an answer is refused.
	mostFetched = 64 << 20
	// longestFetch is how long a request may take with all its redirects, in real time.
	longestFetch = time.Minute
	// mostRedirects is how many redirects are followed.
	mostRedirects = 10
)

// client asks addresses. A redirect to another host is an error: a definition that may ask one address may not be sent to
// another, such as one of the network that the program runs in.
var client = http.Client{
	Timeout: longestFetch,
	CheckRedirect: func(next *http.Request, before []*http.Request) error {
		switch first := before[0]; {
		case next.URL.Host != first.URL.Host:
			return fmt.Errorf("it redirects to another host, %s", next.URL.Host)
		case first.URL.Scheme == "https" && next.URL.Scheme != "https":
			return errors.New("it redirects from https to " + next.URL.Scheme)
		case len(before) > mostRedirects:
			return fmt.Errorf("it redirects more than %d times", mostRedirects)
		}
		return nil
	},
}

// Fetch asks the address that a task names. The input is sent as JSON, by POST or the method that the parameters name; an
// empty input is asked for by GET. A status of 400 or more is an error, and so are an answer of more than 64 MB, one that takes
// longer than a minute, and a redirect to another host. It is a [run.Options] Fetch.
func Fetch(ctx context.Context, p run.Process) run.ProcessResult {
	v, err := fetch(ctx, p)
	if err != nil {
		return run.ProcessResult{Error: &machine.Error{Cause: err.Error()}}
	}
	return run.ProcessResult{Value: v}
}

func fetch(ctx context.Context, p run.Process) (any, error) {
	request, err := newRequest(ctx, p)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostFetched+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > mostFetched:
		return nil, fmt.Errorf("the answer is larger than %d MB", mostFetched>>20)
	case response.StatusCode >= http.StatusBadRequest:
		return nil, errors.New(response.Status)
	case len(bytes.TrimSpace(text)) == 0:
		return value.NewObject(0), nil
	}
	return Decode(p.Task, text)
}

func newRequest(ctx context.Context, p run.Process) (*http.Request, error) {
	body := value.Append(nil, p.Input)
	method := http.MethodPost
	if string(body) == "{}" || string(body) == "null" {
		method, body = http.MethodGet, nil
	}
	if p.Parameters != nil {
		if o, ok := (*p.Parameters).(*value.Object); ok {
			if m, ok := o.Get("method").(string); ok {
				method = strings.ToUpper(m)
			}
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, p.Task, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

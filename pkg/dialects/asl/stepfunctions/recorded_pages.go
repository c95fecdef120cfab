package stepfunctions

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
)

// A recordedEvent is an event of a history.
type recordedEvent struct {
	id, previous int64
	at           time.Time
	kind         string
	details      *source.Node // nil if there are none
	span         source.Span
}

// detail returns a string of the details, and whether there is one.
func (e *recordedEvent) detail(key string) (string, bool) {
	if e.details == nil {
		return "", false
	}
	n := e.details.Get(key)
	if n == nil || n.Kind != source.String {
		return "", false
	}
	return n.Text, true
}

// events are the events of the file in the order of their ids.
func (r *historyReader) events() []recordedEvent {
	list, token := r.pages()
	if len(list) == 0 {
		r.fault(source.Span{}, diag.Error, `the file has no events`, "use the output of: aws stepfunctions get-execution-history")
		return nil
	}
	var out []recordedEvent
	for _, n := range list {
		e := recordedEvent{span: n.Span}
		if n.Kind != source.Object {
			r.fault(n.Span, diag.Error, fmt.Sprintf("an event must be an object, not %s", n.Kind), "")
			continue
		}
		for i := range n.Members {
			m := &n.Members[i]
			switch {
			case m.Key == "id":
				e.id = integer(m.Value)
			case m.Key == "previousEventId":
				e.previous = integer(m.Value)
			case m.Key == "type":
				e.kind = m.Value.Text
			case m.Key == "timestamp":
				e.at = r.instant(m.Value)
			case strings.HasSuffix(m.Key, "EventDetails") && m.Value.Kind == source.Object:
				e.details = m.Value
			}
		}
		switch {
		case e.id <= 0:
			r.fault(n.Span, diag.Error, "the event has no id", "")
		case e.previous < 0 || e.previous >= e.id:
			r.fault(n.Span, diag.Error, fmt.Sprintf("event %d follows event %d, which is not before it", e.id, e.previous), "")
		default:
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b recordedEvent) int { return cmp.Compare(a.id, b.id) })
	out = slices.CompactFunc(out, func(a, b recordedEvent) bool { return a.id == b.id }) // pages may overlap
	if len(r.findings) > 0 {
		return out
	}
	all := "export all pages: without --max-items, or each with --starting-token, as the items of one list"
	switch last := out[len(out)-1]; {
	case out[0].kind != "ExecutionStarted":
		r.fault(out[0].span, diag.Error, fmt.Sprintf("the first event is %s, not ExecutionStarted: the history is not complete", out[0].kind), all)
	case token != nil && !strings.HasPrefix(last.kind, "Execution"):
		r.fault(token.Span, diag.Warning, fmt.Sprintf("the history has further pages: what happened after event %d is not in the scenario", last.id), all)
	}
	for i := 1; i < len(out); i++ {
		if out[i].id != out[i-1].id+1 {
			r.fault(out[i].span, diag.Warning, fmt.Sprintf("the events between %d and %d are missing", out[i-1].id, out[i].id), all)
			break
		}
	}
	return out
}

// pages are the events of all pages of the file, and the token of the next page, if the last one has one.
func (r *historyReader) pages() (list []*source.Node, token *source.Node) {
	pages := []*source.Node{r.file.Root}
	if root := r.file.Root; root != nil && root.Kind == source.Array {
		if len(root.Items) == 0 || root.Items[0].Kind != source.Object || root.Items[0].Get("events") == nil {
			return root.Items, nil // the events themselves
		}
		pages = root.Items
	}
	for _, p := range pages {
		token = nil
		if p == nil || p.Kind != source.Object {
			continue
		}
		if events := p.Get("events"); events != nil && events.Kind == source.Array {
			list = append(list, events.Items...)
		}
		for _, key := range []string{"nextToken", "NextToken"} {
			if n := p.Get(key); n != nil && n.Kind == source.String {
				token = n
			}
		}
	}
	return list, token
}

func integer(n *source.Node) int64 {
	i, err := strconv.ParseInt(n.Text, 10, 64)
	if n.Kind != source.Number || err != nil {
		return 0
	}
	return i
}

// instant reads a timestamp: seconds since 1970, or a text.
func (r *historyReader) instant(n *source.Node) time.Time {
	if n.Kind == source.Number {
		if s, err := strconv.ParseFloat(n.Text, 64); err == nil && math.Abs(s) < 1e11 {
			return time.UnixMilli(int64(math.Round(s * 1000))).UTC()
		}
	}
	at, err := iso8601.ParseInstant(n.Text)
	if n.Kind != source.String || err != nil {
		r.fault(n.Span, diag.Error, "the timestamp is not an instant or a number of seconds", "")
	}
	return at.UTC()
}

// truncated reports whether AWS has cut a value off.
func (e *recordedEvent) truncated(key string) bool {
	n := e.details.Get(key + "Details")
	if n == nil || n.Kind != source.Object {
		return false
	}
	flag := n.Get("truncated")
	return flag != nil && flag.Kind == source.Bool && flag.Text == "true"
}

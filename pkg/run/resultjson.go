package run

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// WriteJSON writes the result as `flowglot run --format json` prints it, indented, with a line break at its end. Absent values
// are null or empty, never missing. It writes as it goes: a result may be far larger as text than in memory.
func (r *Result) WriteJSON(w io.Writer) error {
	p := &jsonWriter{out: bufio.NewWriterSize(w, 64<<10), indented: true}
	p.result(r)
	p.raw("\n")
	return p.out.Flush()
}

// MarshalJSON implements [json.Marshaler], with the text of [Result.WriteJSON] on one line. The package encoding/json refuses
// data that nests as deep as a run may make it, which WriteJSON does not.
func (r *Result) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	p := &jsonWriter{out: bufio.NewWriter(&out)}
	p.result(r)
	err := p.out.Flush()
	return out.Bytes(), err
}

// jsonWriter prints JSON piece by piece. The writer below keeps the first error.
type jsonWriter struct {
	out      *bufio.Writer
	indented bool
	depth    int  // of objects and lists that are open
	inner    bool // the innermost one has members or items
	scratch  []byte
}

// mostIndented is the depth from which on JSON is not indented: the blanks before the lines of data that nests ten thousand
// levels deep would be two hundred megabytes.
const mostIndented = 100

func (p *jsonWriter) raw(s string) { _, _ = p.out.WriteString(s) }

func (p *jsonWriter) open(bracket string) {
	p.raw(bracket)
	p.depth++
	p.inner = false
}

func (p *jsonWriter) close(bracket string) {
	p.depth--
	if p.inner {
		p.newline(p.depth + 1)
	}
	p.raw(bracket)
	p.inner = true
}

// next begins a member or an item.
func (p *jsonWriter) next() {
	if p.inner {
		p.raw(",")
	}
	p.newline(p.depth)
	p.inner = true
}

// newline begins a line in an object or list that is so deep.
func (p *jsonWriter) newline(depth int) {
	if !p.indented || depth > mostIndented {
		return
	}
	p.raw("\n")
	for range p.depth {
		p.raw("  ")
	}
}

func (p *jsonWriter) key(name string) {
	p.next()
	p.scalar(name)
	if p.raw(":"); p.indented && p.depth <= mostIndented {
		p.raw(" ")
	}
}

func (p *jsonWriter) scalar(v any) {
	p.scratch = value.Append(p.scratch[:0], v)
	_, _ = p.out.Write(p.scratch)
}

func (p *jsonWriter) value(v any, depth int) {
	if depth > value.MaxDepth {
		v = nil // as everywhere: see value.MaxDepth
	}
	switch v := v.(type) {
	case []any:
		p.open("[")
		for _, x := range v {
			p.next()
			p.value(x, depth+1)
		}
		p.close("]")
	case *value.Object:
		p.open("{")
		for k, x := range v.All() {
			p.key(k)
			p.value(x, depth+1)
		}
		p.close("}")
	default:
		p.scalar(v)
	}
}

func (p *jsonWriter) member(name string, v any) {
	p.key(name)
	p.value(v, 0)
}

// instant prints a point in time; years of more than four digits are printed as they are.
func (p *jsonWriter) instant(name string, t time.Time) {
	p.member(name, t.UTC().Format(time.RFC3339Nano))
}

func (p *jsonWriter) names(name string, list []string) {
	p.key(name)
	p.open("[")
	for _, x := range list {
		p.next()
		p.scalar(x)
	}
	p.close("]")
}

func (p *jsonWriter) whole(name string, n int) {
	p.key(name)
	p.raw(strconv.Itoa(n))
}

func (p *jsonWriter) fault(e *machine.Error) {
	p.key("error")
	if e == nil {
		p.raw("null")
		return
	}
	text := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	p.open("{")
	p.member("name", text(e.Name))
	p.member("cause", text(e.Cause))
	p.close("}")
}

// result writes the members of a result, in a fixed order.
func (p *jsonWriter) result(r *Result) {
	p.open("{")
	p.whole("version", 1)
	p.member("workflow", r.Workflow)
	p.member("dialect", r.Dialect)
	p.member("status", string(r.Status))
	p.instant("start", r.Start)
	p.instant("end", r.End)
	p.member("elapsed", iso8601.Format(r.Elapsed()))
	p.member("elapsedSeconds", r.Elapsed().Seconds())
	p.whole("steps", r.Steps)
	p.member("output", r.Output)
	p.fault(r.Error)
	p.names("visited", r.Visited)
	p.names("ended", r.Ended)
	p.key("calls")
	p.open("[")
	for i := range r.Calls {
		p.next()
		p.call(&r.Calls[i])
	}
	p.close("]")
	p.member("produced", r.Produced)
	p.key("waiting")
	p.open("[")
	for _, w := range r.Waiting {
		p.next()
		p.open("{")
		p.member("node", w.Node)
		p.member("kind", w.Kind)
		p.member("name", w.Name)
		p.close("}")
	}
	p.close("]")
	p.key("chain")
	p.open("[")
	for _, x := range r.Chain {
		p.next()
		p.result(x)
	}
	p.close("]")
	p.close("}")
}

func (p *jsonWriter) call(c *Call) {
	p.open("{")
	p.member("node", c.Node)
	p.member("task", c.Task)
	p.whole("attempt", c.Attempt)
	p.member("at", c.At.Seconds())
	p.member("took", c.Took.Seconds())
	p.member("input", c.Input)
	p.member("parameters", c.Parameters)
	p.member("result", c.Result)
	p.fault(c.Error)
	p.close("}")
}

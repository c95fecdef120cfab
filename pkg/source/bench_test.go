package source

import (
	"fmt"
	"strings"
	"testing"
)

// definition returns a text of about so many nodes, in the shape that definitions have.
func definition(format Format, nodes int) []byte {
	var b strings.Builder
	states := max(1, nodes/10)
	if format == JSON {
		b.WriteString("{\n  \"States\": {\n")
		for i := range states {
			fmt.Fprintf(&b, "    \"State%d\": {\n      \"Type\": \"Task\",\n      \"Resource\": \"arn:aws:lambda:é\\n\",\n"+
				"      \"Retry\": [{\"ErrorEquals\": [\"States.ALL\"], \"MaxAttempts\": 3}],\n      \"Next\": \"State%d\"\n    }", i, i+1)
			if i < states-1 {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
		}
		b.WriteString("  }\n}\n")
		return []byte(b.String())
	}
	b.WriteString("States:\n")
	for i := range states {
		fmt.Fprintf(&b, "  State%d: # a comment\n    Type: Task\n    Resource: \"arn:aws:lambda:é\\n\"\n"+
			"    Retry:\n    - ErrorEquals: [States.ALL]\n      MaxAttempts: 3\n    Next: State%d\n", i, i+1)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	for name, format := range map[string]Format{"json": JSON, "yaml": YAML} {
		for _, nodes := range []int{10, 1_000, 100_000} {
			text := definition(format, nodes)
			b.Run(fmt.Sprintf("%s/%d", name, nodes), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					f := &File{Text: text, Format: format}
					if found := Parse(f); len(found) > 0 {
						b.Fatal(found)
					}
				}
			})
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	for name, format := range map[string]Format{"json": JSON, "yaml": YAML} {
		for _, nodes := range []int{10, 1_000, 100_000} {
			f := &File{Text: definition(format, nodes), Format: format}
			Parse(f)
			b.Run(fmt.Sprintf("%s/%d", name, nodes), func(b *testing.B) {
				b.SetBytes(int64(len(f.Text)))
				for b.Loop() {
					Print(f.Root, format)
				}
			})
		}
	}
}

func BenchmarkPointer(b *testing.B) {
	f := &File{Text: definition(JSON, 100_000), Format: JSON}
	Parse(f)
	states := f.Root.Get("States").Members
	span := states[len(states)/2].Value.Get("Next").Span
	for b.Loop() {
		if f.Pointer(span) == "" {
			b.Fatal("no pointer")
		}
	}
}

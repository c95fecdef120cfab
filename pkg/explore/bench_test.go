package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
)

// choiceWith is an asl definition of one choice with so many rules about different values of one member, each of which leads to its own
// end.
func choiceWith(rules int) string {
	var b strings.Builder
	b.WriteString(`{"StartAt": "C", "States": {"C": {"Type": "Choice", "Default": "D", "Choices": [`)
	for i := range rules {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"Variable": "$.x", "NumericEquals": %d, "Next": "S%d"}`, i, i)
	}
	b.WriteString(`]},`)
	for i := range rules {
		fmt.Fprintf(&b, `"S%d": {"Type": "Succeed"},`, i)
	}
	return b.String() + `"D": {"Type": "Succeed"}}}`
}

// conditional is an asl definition of so many choices one after the other, each about a member of its own.
func conditional(n int) string {
	var b strings.Builder
	b.WriteString(`{"StartAt": "C0", "States": {`)
	for i := range n {
		fmt.Fprintf(&b, `"C%d": {"Type": "Choice", "Choices": [{"Variable": "$.x%d", "IsNull": true, "Next": "T%d"}], "Default": "C%d"},`, i, i, i, i+1)
		fmt.Fprintf(&b, `"T%d": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "Next": "C%d"},`, i, i+1)
	}
	return b.String() + fmt.Sprintf(`"C%d": {"Type": "Succeed"}}}`, n)
}

func BenchmarkExplore(b *testing.B) {
	for _, kind := range []struct {
		name string
		text func(n int) string
	}{
		{"chain", func(n int) string { return `{"StartAt": "0", "States": {` + chain("", n) + `}}` }},
		{"choice", choiceWith},
		{"choices", func(n int) string { return conditional(n / 2) }},
		{"branches", func(n int) string { return parallel(max(2, n/5), 5) }},
	} {
		for _, n := range []int{10, 1_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", kind.name, n), func(b *testing.B) {
				w := read(b, "x.asl.json", kind.text(n)).Start()
				b.ResetTimer()
				for range b.N {
					s, err := explore.Explore(w, explore.Options{Start: epoch, Retries: 1})
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(s.States)), "states")
				}
			})
		}
	}
}

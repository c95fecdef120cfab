package fsm

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostile checks definitions whose rules would take long if they looked at every pair of things.
func TestHostile(t *testing.T) {
	t.Parallel()
	dense := func(states int, transition string) string {
		var b strings.Builder
		b.WriteString(`{"name":"x","initialState":"S0","states":{`)
		for i := range states {
			fmt.Fprintf(&b, `%s"S%d":{"transitions":[`, strings.Repeat(",", min(i, 1)), i)
			for j := range states {
				fmt.Fprintf(&b, `%s{"name":"T%d","next":"S%d",%s}`, strings.Repeat(",", min(j, 1)), j, j, transition)
			}
			b.WriteString("]}")
		}
		return b.String() + "}}"
	}
	for name, tt := range map[string]struct {
		text string
		want int // findings
	}{
		"every state leads to every other": {dense(300, `"manual":false,"criterion":{"type":"simple","jsonPath":"$.v","operator":"NOT_NULL"}`), 1},
		"by any of many":                   {dense(40, `"manual":false,"criterion":{"type":"group","operator":"AND","conditions":[`+strings.Repeat(`{"type":"simple","jsonPath":"$.v","operator":"NOT_EQUAL","value":1},`, 40)+`{"type":"simple","jsonPath":"$.v","operator":"EQUALS","value":1}]}`), 0},
		"without criteria":                 {dense(300, `"manual":false`), 89701},
		"by hand":                          {dense(300, `"manual":true`), 0},
		"a far item":                       {dense(1, `"manual":false,"criterion":{"type":"simple","jsonPath":"$.v[999999999]","operator":"EQUALS","value":1}`), 0},
		"a deep path":                      {dense(1, `"manual":false,"criterion":{"type":"simple","jsonPath":"$`+strings.Repeat(".a", 8000)+`","operator":"EQUALS","value":1}`), 1},
		"a long pattern":                   {dense(1, `"manual":false,"criterion":{"type":"simple","jsonPath":"$.v","operator":"MATCHES_PATTERN","value":"`+strings.Repeat("(", 1_000_000)+`"}`), 1},
		"a pattern that grows":             {dense(1, `"manual":false,"criterion":{"type":"simple","jsonPath":"$.v","operator":"MATCHES_PATTERN","value":"`+strings.Repeat("(a{10}", 150)+strings.Repeat("){10}", 150)+`"}`), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, found := check("x.fsm.json", tt.text); len(found) != tt.want {
				t.Errorf("%d findings, want %d", len(found), tt.want)
			}
		})
	}
}

package dialects

import "github.com/flowglot/flowglot/pkg/diag"

// Soundness is the severity in a dialect of each flaw that a net may have; 0 is that of the rule.
type Soundness struct {
	Unreferenced diag.Severity // a node that no edge leads to
	Unreachable  diag.Severity // a node that edges lead to, but none from the start
	NoEnd        diag.Severity // a region in which nothing ends
	Trap         diag.Severity // a cycle that is entered and never left
}

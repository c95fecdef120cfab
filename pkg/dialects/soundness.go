package dialects

import "github.com/flowglot/flowglot/pkg/diag"

// Soundness is the severity in a dialect of each flaw that a net may have; 0 is that of the rule.
type Soundness struct {
	// Unset is the rule of the dialect that finds reads of variables which some path of the net does not assign, whatever the conditions on
	// it; empty is none. A finding that no behaviour shows is dropped.
	Unset string

	Unreferenced diag.Severity // a node that no edge leads to
	Unreachable  diag.Severity // a node that edges lead to, but none from the start
	NoEnd        diag.Severity // a region in which nothing ends
	Trap         diag.Severity // a cycle that is entered and never left
}

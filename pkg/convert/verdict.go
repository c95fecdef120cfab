package convert

// A Verdict tells whether two sides were seen to behave the same.
type Verdict struct {
	// Equal is true or false, or nil if no run could be compared.
	Equal *bool `json:"equal"`
	// Runs is how many were played, and NotComparable how many of them say nothing.
	Runs          int      `json:"runs"`
	NotComparable int      `json:"notComparable"`
	Seed          int64    `json:"seed"`
	Loosened      []string `json:"loosened"` // the rules of the losses that were needed
	Difference    *string  `json:"difference"`
}

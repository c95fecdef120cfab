package convert

// A Verdict is the result of a comparison: whether both sides behaved the same in the compared runs.
type Verdict struct {
	// Equal is true or false, or nil if no run could be compared.
	Equal *bool `json:"equal"`
	// Runs is the number of runs, and NotComparable how many of them could not be compared.
	Runs          int      `json:"runs"`
	NotComparable int      `json:"notComparable"`
	Seed          int64    `json:"seed"`
	Loosened      []string `json:"loosened"` // the rules of the losses that were needed
	Difference    *string  `json:"difference"`
}

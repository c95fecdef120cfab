package graph

// symbols are the signs in the texts of a drawing, each with the space that follows it.
type symbols struct {
	errors   string // before the names of errors on an edge
	clock    string // before a length of time
	retry    string // before what is tried again
	person   string // after what a person does
	letter   string // before what comes from outside
	asks     string // before a transition that somebody asks for
	gear     string // before what is called along a transition
	off      string // before a transition that is disabled
	next     string // before a workflow that follows
	again    string // before the label of an edge that leads back to its own node
	times    string // after a count and before a factor
	dot      string // between the parts of a line
	leads    string // between a condition and what follows from it
	good     string // before what went well
	bad      string // before what failed
	info     string // before what is worth knowing
	ellipsis string // where text was cut off
}

func symbolsOf(ascii bool) symbols {
	if ascii {
		return symbols{errors: "! ", clock: "", retry: "retry ", again: "again ", person: "", letter: "", asks: "by hand: ", gear: "calls ", off: "off: ", next: "", times: "x", dot: " - ", leads: " -> ", good: "ok ", bad: "failed: ", info: "note: ", ellipsis: "..."}
	}
	return symbols{errors: "⚠ ", clock: "⏱ ", retry: "↻ ", again: "↺ ", person: " 👤", letter: "✉ ", asks: "👤 ", gear: "⚙ ", off: "⊘ ", next: "▣ ", times: "×", dot: " · ", leads: " → ", good: "✓ ", bad: "✗ ", info: "ⓘ ", ellipsis: "…"}
}

package graph

// symbols are the signs in the texts of a drawing, each with the space that follows it.
type symbols struct {
	errors   string // before the names of errors on an edge
	clock    string // before a length of time
	retry    string // before what is tried again
	person   string // behind what a person does
	letter   string // before what comes from outside
	next     string // before a workflow that follows
	again    string // before the label of an edge that leads back to its own node
	times    string // behind a count and before a factor
	dot      string // between the parts of a line
	leads    string // between a condition and what follows from it
	ellipsis string // where text was cut off
}

func symbolsOf(ascii bool) symbols {
	if ascii {
		return symbols{errors: "! ", clock: "", retry: "retry ", again: "again ", person: "", letter: "", next: "", times: "x", dot: " - ", leads: " -> ", ellipsis: "..."}
	}
	return symbols{errors: "⚠ ", clock: "⏱ ", retry: "↻ ", again: "↺ ", person: " 👤", letter: "✉ ", next: "▣ ", times: "×", dot: " · ", leads: " → ", ellipsis: "…"}
}

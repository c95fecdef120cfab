package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var allNotAlone = rule{Rule: diag.Rule{
	ID:       "asl/states-all-not-alone",
	Severity: diag.Error,
	Summary:  "\"States.ALL\" is listed with other error names",
	Why:      "It matches every error, so the other names have no effect. It has to be the only name of its retrier or catcher.",
	Source:   `asl 2016: "Retrying after error", "Fallback states"`,
}, Checks: states(checkAllAlone)}

var allNotLast = rule{Rule: diag.Rule{
	ID:       "asl/states-all-not-last",
	Severity: diag.Error,
	Summary:  "\"States.ALL\" is followed by another retrier or catcher",
	Why:      "It matches every error, so the retriers or catchers after it are never reached.",
	Source:   `asl 2016: "Retrying after error", "Fallback states"`,
}, Checks: states(checkAllLast)}

var reservedError = rule{Rule: diag.Rule{
	ID:       "asl/reserved-error",
	Severity: diag.Warning,
	Raised:   diag.Error,
	Summary:  "a Fail state raises an error with a reserved name",
	Why:      "Names that start with \"States.\" belong to the engine. The history of a run would point to the wrong cause.",
	Source:   `asl 2016: "Error representation"`,
	Levels:   "an error at level 2016",
}, Checks: states(checkReserved)}

var unknownReserved = rule{Rule: diag.Rule{
	ID:       "asl/unknown-reserved-error",
	Severity: diag.Warning,
	Raised:   diag.Error,
	Fixable:  true,
	Summary:  "unknown error name with the reserved prefix",
	Why: "Only the engine raises errors whose names start with \"States.\", and it has no error of this name, so the retrier or " +
		"catcher never matches it.",
	Source: `asl 2016: "Error representation", "Appendix A: Predefined Error Codes"`,
	Levels: `an error at level current where "States.ALL" is meant`,
}, Checks: states(checkUnknownReserved)}

var neverMatches = rule{Rule: diag.Rule{
	ID:       "asl/shadowed-handler",
	Aliases:  []string{"asl/never-matches"},
	Severity: diag.Warning,
	Summary:  "a retrier or catcher is shadowed by earlier ones",
	Why: "The first one that lists an error handles it, even after its attempts are used up. \"States.TaskFailed\" of a Task " +
		"matches every error of the task except \"States.Timeout\"; \"States.BranchFailed\" of a Parallel state matches every " +
		"error of a branch.",
	Source: `asl 2016: "Retrying after error", "Fallback states"`,
}, Checks: states(checkNeverMatches)}

var unusedInterval = rule{Rule: diag.Rule{
	ID:       "asl/unused-retry-interval",
	Severity: diag.Info,
	Summary:  "a retrier without attempts has an interval",
	Why: "With \"MaxAttempts\": 0 nothing is retried, so that \"IntervalSeconds\", \"BackoffRate\" and \"MaxDelaySeconds\" have no " +
		"effect. Either the retrier only keeps later ones from matching, and needs no interval, or attempts were meant.",
	Source: `asl 2016: "Retrying after error" ("MaxAttempts")`,
}, Checks: states(checkUnusedInterval)}

// A clause is the part of a retrier or catcher that selects the errors it takes.
type clause struct {
	what  string // "a retrier"
	node  *source.Node
	names []*Text
}

// clauses returns those of Retry and those of Catch, each in order. Broken ones have no names.
func (s *State) clauses() (lists [2][]clause) {
	if len(s.Retry)+len(s.Catch) == 0 {
		return lists
	}
	lists[0] = make([]clause, 0, len(s.Retry))
	for _, x := range s.Retry {
		lists[0] = append(lists[0], clause{words.Name(inRetrier), x.Node, x.ErrorEquals})
	}
	lists[1] = make([]clause, 0, len(s.Catch))
	for _, x := range s.Catch {
		lists[1] = append(lists[1], clause{words.Name(inCatcher), x.Node, x.ErrorEquals})
	}
	return lists
}

func checkAllAlone(c *checker, s *State) {
	for _, list := range s.clauses() {
		for _, x := range list {
			if all := x.all(); all != nil && len(x.names) > 1 {
				c.Report(all.Node.Span, "%s of state %s lists \"States.ALL\" with other error names", x.what,
					quote(s.Name)).Help = "move it to a separate last " + strings.TrimPrefix(x.what, "a ")
			}
		}
	}
}

// all returns the first States.ALL of a clause, or nil.
func (x *clause) all() *Text {
	for _, t := range x.names {
		if t.Value == errAll {
			return t
		}
	}
	return nil
}

func checkAllLast(c *checker, s *State) {
	for _, list := range s.clauses() {
		for i, x := range list {
			if all := x.all(); all != nil && len(x.names) == 1 && i < len(list)-1 {
				d := c.Report(all.Node.Span, "%s of state %s lists \"States.ALL\" but is not the last one", x.what, quote(s.Name))
				d.Help = "move it to the end"
				d.Related = c.Related(c.Head(list[i+1].node), "this one is never reached")
			}
		}
	}
}

func checkReserved(c *checker, s *State) {
	if s.Type != Fail || s.Error == nil || !strings.HasPrefix(s.Error.Value, reservedPrefix) {
		return
	}
	d := c.Report(s.Error.Node.Span, "state %s raises the error %s, whose prefix is reserved", quote(s.Name), quote(s.Error.Value))
	d.Help = `choose a name without the prefix "States."`
	if c.level == Level2016 {
		d.Severity = diag.Error
	}
}

func checkUnknownReserved(c *checker, s *State) {
	for _, list := range s.clauses() {
		for _, x := range list {
			for _, t := range x.names {
				if c.level == Current {
					c.unknownError(s, x, t)
				} else if strings.HasPrefix(t.Value, reservedPrefix) && !hasPlaceholder(t.Value) && !laterError(t.Value) && !slices.Contains(reservedErrors, t.Value) {
					d := c.Report(t.Node.Span, "%s of state %s lists the unknown error %s", x.what, quote(s.Name),
						quote(t.Value))
					c.Suggest(d, c.Guess(t.Value, reservedNames(c.level)))
				}
			}
		}
	}
}

// unknownError reports an error with the reserved prefix that nothing raises, and one that is nearly a reserved name. What a Fail
// state of the definition raises is known. "States.ALL" in other letters is an error, as it is meant to handle all others.
func (c *checker) unknownError(s *State, x clause, t *Text) {
	switch {
	case hasPlaceholder(t.Value), laterError(t.Value), slices.Contains(reservedErrors, t.Value), c.raisedNames()[t.Value]:
		return
	case !strings.HasPrefix(t.Value, reservedPrefix) && !nearlyReserved(t.Value), c.raisesUnknown():
		return
	}
	g := c.Guess(t.Value, reservedNames(c.level))
	if g.Name == "" && !strings.HasPrefix(t.Value, reservedPrefix) {
		return
	}
	d := c.Report(t.Node.Span, "%s of state %s lists the unknown error %s", x.what, quote(s.Name), quote(t.Value))
	if strings.EqualFold(t.Value, errAll) {
		d.Severity = diag.Error
		d.Help = "write " + quote(errAll)
		c.OfferFix(d, d.Help, c.Spell(t.Node.Span, errAll))
	} else {
		c.Suggest(d, g)
	}
}

// nearlyReserved reports whether a name begins with the reserved prefix but for its letters or a missing s.
func nearlyReserved(name string) bool {
	prefix, _, found := strings.Cut(name, ".")
	return found && (strings.EqualFold(prefix, "States") || strings.EqualFold(prefix, "State"))
}

// checkNeverMatches goes through the clauses in order, with the errors that were taken so far.
func checkNeverMatches(c *checker, s *State) {
	for _, list := range s.clauses() {
		if len(list) < 2 {
			continue
		}
		taken := map[string]*Text{} // by name: where it was taken
		for _, x := range list {
			if all := x.all(); all != nil {
				break // what follows is for another rule
			}
			if by := takenBy(s, x.names, taken); by != nil {
				c.shadowed(s, x, by)
			}
			for _, t := range x.names {
				if taken[t.Value] == nil {
					taken[t.Value] = t
				}
			}
		}
	}
}

// takenBy returns the earlier name that takes the last of some errors, or nil if one of them is still left.
func takenBy(s *State, names []*Text, taken map[string]*Text) *Text {
	var by *Text
	for _, t := range names {
		if by = taken[t.Value]; by == nil {
			switch {
			case s.Type == Task && reportedByTask(t.Value):
				by = taken[errTaskFailed]
			case s.Type == Parallel && reportedByBranch(t.Value):
				by = taken[errBranchFailed]
			}
		}
		if by == nil {
			return nil
		}
	}
	return by
}

// reportedByTask reports whether an error name is one that a task itself reports, and that "States.TaskFailed" takes.
func reportedByTask(name string) bool {
	return !strings.HasPrefix(name, reservedPrefix) || name == errPermissions
}

// reportedByBranch reports whether a Parallel state meets an error name only as that of a branch. What the state itself
// may fail with are errors of its paths.
func reportedByBranch(name string) bool {
	switch name {
	case errPermissions, errTaskFailed, errTimeout, errNoChoiceMatched:
		return true
	}
	return !strings.HasPrefix(name, reservedPrefix)
}

func (c *checker) shadowed(s *State, x clause, by *Text) {
	span := source.Span{Start: x.names[0].Node.Span.Start, End: x.names[len(x.names)-1].Node.Span.End}
	if len(x.names) > 1 {
		span = c.Head(x.node)
	}
	d := c.Report(span, "%s of state %s is never reached: earlier ones handle all its errors", x.what, quote(s.Name))
	d.Related = c.Related(by.Node.Span, "%s handles it", quote(by.Value))
	d.Help = "move it before them, or remove it"
}

func checkUnusedInterval(c *checker, s *State) {
	for _, r := range s.Retry {
		if r.MaxAttempts == nil || r.MaxAttempts.Value != 0 {
			continue
		}
		for _, name := range []string{"IntervalSeconds", "BackoffRate", "MaxDelaySeconds"} {
			if m := r.Node.Member(name); m != nil {
				d := c.Report(m.KeySpan, "%s of a retrier of %s has no effect: it makes no attempts", quote(name), s)
				d.Help = `remove it, or allow attempts with "MaxAttempts"`
				d.Related = c.Related(r.MaxAttempts.Node.Span, "no attempts")
				break
			}
		}
	}
}

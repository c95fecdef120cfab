package sample

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Missing is a point that no play covers, and why.
type Missing struct {
	Point *scenario.Point
	Why   string
}

// reasons are the points that no play covers. Of a node that none enters, only that is missing.
func (s *search) reasons() []Missing {
	var out []Missing
	for _, f := range s.points.Flows {
		for _, at := range f.Points {
			if !s.covered[at] && (len(s.bases[at.Node]) > 0 || at.Kind == scenario.NodePoint) {
				out = append(out, Missing{at, s.why(at)})
			}
		}
	}
	return out
}

// why is the reason for which a point is not covered, as far as it is known.
func (s *search) why(at *scenario.Point) string {
	switch at.Kind {
	case scenario.NodePoint:
		return "no run reaches it"
	case scenario.EdgePoint:
		if at.Edge.Disabled {
			return "it is disabled"
		}
		return "every run that reaches its source fails or waits there"
	case scenario.RulePoint:
		if at.Edge.Kind == workflow.Default {
			return "no data was found with which every condition before it is false"
		}
		return "no data was found with which its condition is true and those before it are false"
	case scenario.TablePoint:
		return "no data was found with which the rule decides"
	case scenario.ItemsPoint:
		return "no data was found that has such a list"
	case scenario.TimerPoint:
		if len(at.Node.Timers) > 1 {
			return "another time limit passes first"
		}
		return "nothing takes longer than the time limit"
	case scenario.RetrierPoint:
		for _, r := range at.Node.Retry[:at.Index] {
			if includes(r.On, at.Node.Retry[at.Index].On) {
				return "a retrier before it takes its errors"
			}
		}
		return unraised(at.Node, at.Node.Retry[at.Index].On)
	case scenario.CatcherPoint:
		for _, e := range at.Node.Out {
			if e == at.Edge {
				break
			}
			if e.Kind == workflow.OnError && includes(e.On, at.Edge.On) {
				return "a catcher before it takes its errors"
			}
		}
		return unraised(at.Node, at.Edge.On)
	}
	return ""
}

// includes reports whether a matcher takes every error that another names.
func includes(first, later workflow.Matcher) bool {
	return len(later) > 0 && !slices.ContainsFunc(later, func(c workflow.Clause) bool {
		return c.If != nil || !slices.ContainsFunc(first, func(f workflow.Clause) bool {
			return f.If == nil && (f.All && len(f.Except) == 0 || f.Name != "" && f.Name == c.Name)
		})
	})
}

// unraised is the reason for which a handler is not used.
func unraised(n *workflow.Node, on workflow.Matcher) string {
	if len(tasksIn(n)) == 0 {
		return "no task is called there that could fail"
	}
	var names []string
	for i := range on {
		if on[i].Text != "" {
			names = append(names, on[i].Text)
		}
	}
	return fmt.Sprintf("no run fails there with %s", strings.Join(names, ", "))
}

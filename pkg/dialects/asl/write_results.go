package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// gathered is what becomes of the results of parallel parts.
func (m *machineWriter) gathered(b *workflow.Body, list, base string) string {
	switch b.Gather {
	case workflow.GatherOne:
		if b.Each {
			return list
		}
		return list + "[0]"
	case workflow.GatherChanges:
		switch {
		case !allEnd(b): // which gives nothing
			return list
		case len(b.Regions) == 1 && !b.Each && !m.changes[b]:
			return list + "[0]"
		case !m.changes[b]:
			list = "$map(" + list + ", function($part) { $sift($part, function($v, $k) { $not($v = $lookup(" + base + ", $k)) }) })"
		}
		if m.deep[b] {
			return deeply("$reduce($append([" + base + "], " + list + "), $deep)")
		}
		return "$merge([" + base + ", " + list + "])"
	case workflow.GatherMerged:
		switch {
		case m.options.Domain.Objects && !slices.ContainsFunc(b.Regions, endsInList):
			return "$merge(" + list + ")"
		case m.options.Domain.Objects && !b.Each && !slices.ContainsFunc(b.Regions, endsInLists): // there is a list at least
			return "$merge($reduce(" + list + ", $append))"
		default:
			return "($flat := function($v) { $type($v) = 'array' ? $v.$flat($) : $v }; $merge($append([], $flat(" + list + "))))"
		}
	case workflow.GatherJoined:
		return joinedAsOne(list)
	case workflow.GatherSpread:
		return joinedAsOne(spreadText(list))
	}
	return list
}

// mergesDeep reports whether a node of a part merges what it answers member by member.
func mergesDeep(r *workflow.Region) bool {
	return slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
		return n.Data.Combine != nil && n.Data.Combine.Mode == workflow.MergeDeep || n.Body != nil && slices.ContainsFunc(n.Body.Regions, mergesDeep)
	})
}

// endsInList reports whether the result of a part may be a list, as one of its last nodes answers one by itself.
func endsInList(r *workflow.Region) bool {
	return slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool { return isLast(n) && answersList(n.Body) })
}

// endsInLists reports whether the result of a part may be a list of lists.
func endsInLists(r *workflow.Region) bool {
	return slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
		return isLast(n) && answersList(n.Body) && slices.ContainsFunc(n.Body.Regions, endsInList)
	})
}

// isLast reports whether the answer of a node may be the result of the part that it is in.
func isLast(n *workflow.Node) bool {
	return len(n.Out) == 0 || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.To == nil || e.To.Kind == workflow.End })
}

// answersList reports whether the results of parts may be a list.
func answersList(b *workflow.Body) bool {
	return b != nil && (b.Each || b.Gather != workflow.GatherOne && b.Gather != workflow.GatherChanges && b.Gather != workflow.GatherMerged)
}

// allEnd reports whether each part can end without a failure.
func allEnd(b *workflow.Body) bool {
	return !slices.ContainsFunc(b.Regions, func(r *workflow.Region) bool {
		return !slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool { return n.Kind != workflow.Fail && len(n.Out) == 0 })
	})
}

// resultsText are the results of the parallel parts of a state, and spreadText the items of the lists in a list.
const resultsText = "$states.result"

func spreadText(list string) string { return "$reduce(" + list + ", $append)" }

// joinedAsOne is what results are as one value: a predicate that one item is left of gives that item, and one that nothing is left of gives
// nothing.
func joinedAsOne(list string) string {
	return "($joined := " + list + "[$ != {}]; $exists($joined) ? $joined : {})"
}

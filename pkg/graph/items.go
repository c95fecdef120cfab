package graph

import (
	"github.com/flowglot/flowglot/pkg/workflow"
)

// eachOf names what a scope runs its region for: "for each of $.orders".
func (t texts) eachOf(n *workflow.Node) string {
	switch {
	case n.Body.Items.Reader != nil:
		return "for each item of " + t.cut(oneLine(address(n.Body.Items.Reader.Resource)), maxValue)
	case n.Data.Payload != nil:
		return "for each of " + t.value(n.Data.Payload)
	}
	return "for each item"
}

// atOnce describes how many regions run at once, if that is bounded.
func (t texts) atOnce(b *workflow.Body) []string {
	if b.Most == nil || t.value(b.Most) == "0" {
		return nil
	}
	return []string{"at most " + t.value(b.Most) + " at once"}
}

// batches describes how items are grouped, which failures are tolerated, and that each region is a run of its own.
func (t texts) batches(i *workflow.Items) []string {
	var parts []string
	if i.Batch != nil && i.Batch.Most != nil {
		parts = append(parts, "in batches of "+t.value(i.Batch.Most))
	}
	if i.Tolerated != nil && t.value(i.Tolerated) != "0" {
		parts = append(parts, t.value(i.Tolerated)+" may fail")
	}
	if i.Share != nil && t.value(i.Share) != "0" {
		parts = append(parts, t.value(i.Share)+" % may fail")
	}
	if i.Runs {
		parts = append(parts, "each a run of its own")
	}
	return parts
}

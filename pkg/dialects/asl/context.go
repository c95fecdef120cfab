package asl

import (
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The account and region of what a local run is taken for.
const (
	localAccount = "123456789012"
	localRegion  = "us-east-1"
)

// contextOf makes the Context object (asl today: "Context object").
func contextOf(f *workflow.Facts) any {
	name, machine := runName(f.Run), f.Workflow.ID
	kind := "execution"
	if f.Label != nil && f.Parent != 0 {
		machine += "/" + labelOf(f.Label)
	}
	execution := object("Id", arn(kind, machine+":"+name), "Input", f.Input, "Name", name,
		"RoleArn", "arn:aws:iam::"+localAccount+":role/local", "StartTime", instant(f.Start), "RedriveCount", int64(0))
	out := object("Execution", execution, "StateMachine", object("Id", arn("stateMachine", machine), "Name", machine))
	if f.Node != nil {
		out.Set("State", object("Name", f.Node.Name(), "EnteredTime", instant(f.Entered), "RetryCount", int64(f.Retries)))
	}
	if f.Token != "" {
		out.Set("Task", object("Token", f.Token))
	}
	if f.HasItem {
		out.Set("Map", object("Item", itemContext(f)))
	}
	return out
}

// itemContext is what the context tells about the item of a Map state.
func itemContext(f *workflow.Facts) *value.Object {
	o := object("Index", int64(f.Index), "Value", f.Item)
	of := f.Node.Body.Items
	if item, ok := f.Item.(*value.Object); ok && f.Keyed {
		o = object("Index", int64(f.Index), "Key", item.Get("Key"), "Value", item.Get("Value"))
	}
	if of.Runs {
		source := "STATE_DATA"
		if of.Reader != nil {
			source = f.Source
		}
		o.Set("Source", source)
	}
	return o
}

// object makes an object of keys and values in turn.
func object(pairs ...any) *value.Object {
	o := value.NewObject(len(pairs) / 2)
	for i := 0; i+1 < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// arn names a resource of Step Functions.
func arn(kind, name string) string {
	return fmt.Sprintf("arn:aws:states:%s:%s:%s:%s", localRegion, localAccount, kind, name)
}

// runName is the name of an execution: a UUID that its number decides.
func runName(run uint64) string { return uuidOf(seeded(run)) }

// labelOf is by what the runs of a Map state are called: its Label, or its name.
func labelOf(n *workflow.Node) string {
	if l := n.Element.Extras.Get("Label"); l != nil && l.Text != "" {
		return l.Text
	}
	return strings.ReplaceAll(n.Name(), " ", "")
}

// instant writes a time as today's engine does: in UTC, with groups of three digits of a second as needed.
func instant(t time.Time) string {
	t = t.UTC()
	layout := "2006-01-02T15:04:05"
	switch ns := t.Nanosecond(); {
	case ns == 0:
	case ns%1e6 == 0:
		layout += ".000"
	case ns%1e3 == 0:
		layout += ".000000"
	default:
		layout += ".000000000"
	}
	return t.Format(layout) + "Z"
}

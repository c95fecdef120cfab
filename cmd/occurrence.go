package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/reach"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// occurrenceFlag is a flag that has something happen during a run. All such flags fill one list, so that the order in
// which they are given holds across them.
type occurrenceFlag struct {
	kind string
	list *[]run.Occurrence
}

// Set implements pflag.Value: "NODE", "NODE=JSON", or only JSON for an update and an event.
func (f *occurrenceFlag) Set(text string) error {
	o := run.Occurrence{Kind: f.kind, Value: value.NewObject(0)}
	data, given := text, true
	if f.kind != "update" && f.kind != "event" {
		if o.Node, data, given = strings.Cut(text, "="); o.Node == "" {
			return errors.New("it does not begin with a name")
		}
	}
	if given {
		v, err := value.Parse([]byte(data))
		if err != nil {
			return fmt.Errorf("its data is not valid JSON: %s", reach.WrongJSON(data, err))
		}
		if _, object := v.(*value.Object); f.kind == "event" && !object {
			return errors.New("an event is a JSON object, with a type and a source")
		}
		o.Value = v
	}
	*f.list = append(*f.list, o)
	return nil
}

// String implements pflag.Value.
func (f *occurrenceFlag) String() string { return "" }

// Type implements pflag.Value.
func (f *occurrenceFlag) Type() string {
	if f.kind == "update" || f.kind == "event" {
		return "JSON"
	}
	return "name"
}

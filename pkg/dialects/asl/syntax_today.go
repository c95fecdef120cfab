package asl

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// The types here are what the language of today adds to that of 2016 (asl today: "Fields by state type"). What is read
// into them is among Extra too, as it was written.

// A Today is what a state has of the language of today.
type Today struct {
	// Parameters of a JSONPath state, but of a Map state; Arguments of a JSONata state.
	Parameters, ResultSelector, Arguments *Template
	Output                                *Template // JSONata
	Assign                                *Assignments
	Credentials                           *Template

	TimeoutSecondsPath, HeartbeatSecondsPath *Path
	ErrorPath, CausePath                     *Path

	// Map.
	ItemsPath *Path
	Items     *Template // JSONata
	// ItemSelector is from the field of that name, or from Parameters.
	ItemSelector                                  *Template
	ItemReader                                    *ItemReader
	ItemBatcher                                   *ItemBatcher
	ResultWriter                                  *ResultWriter
	MaxConcurrency, ToleratedFailureCount         *Number
	ToleratedFailurePercentage                    *Number
	MaxConcurrencyPath, ToleratedFailureCountPath *Path
	ToleratedFailurePercentagePath                *Path
	Label                                         *Text

	// Computed are the fields with a plain value that a JSONata expression stands for, and those with a placeholder in place
	// of a number: Seconds, Timestamp, Error, MaxConcurrency and so on.
	Computed []*Computed
}

// computed returns the expression that stands for a field, or nil.
func (t *Today) computed(field string) *Computed {
	for _, c := range t.Computed {
		if c.At == field {
			return c
		}
	}
	return nil
}

// Assignments are a field Assign (asl today: "Variables").
type Assignments struct {
	Node      *source.Node
	Variables []*Assignment
}

// An Assignment gives one variable a value.
type Assignment struct {
	Member *source.Member
	// Name is the key, in JSONPath without ".$".
	Name  string
	Value *Template
}

// A ProcessorConfig describes how the iterations of a Map state are run.
type ProcessorConfig struct {
	Node                *source.Node
	Mode, ExecutionType *Text
}

// Distributed reports whether each iteration is an execution of its own.
func (m *Machine) Distributed() bool {
	return m.ProcessorConfig != nil && m.ProcessorConfig.Mode != nil && m.ProcessorConfig.Mode.Value == "DISTRIBUTED"
}

// An ItemReader describes where a distributed Map reads its items (asl today: "Distributed Map").
type ItemReader struct {
	Node     *source.Node
	Resource *Text
	// Parameters is from the field of that name, or from Arguments.
	Parameters *Template
	Config     *ReaderConfig
}

// A ReaderConfig describes what a file of items is like.
type ReaderConfig struct {
	Node                                          *source.Node
	InputType, Transformation, ManifestType       *Text
	CSVHeaderLocation, CSVDelimiter, ItemsPointer *Text
	CSVHeaders                                    []*Text
	MaxItems                                      *Number
	MaxItemsPath                                  *Path
}

// An ItemBatcher groups items.
type ItemBatcher struct {
	Node                                            *source.Node
	BatchInput                                      *Template
	MaxItemsPerBatch, MaxInputBytesPerBatch         *Number
	MaxItemsPerBatchPath, MaxInputBytesPerBatchPath *Path
}

// A ResultWriter describes where and in which form a distributed Map writes its results.
type ResultWriter struct {
	Node                       *source.Node
	Resource                   *Text
	Parameters                 *Template // or Arguments
	Transformation, OutputType *Text
}

// A TypeTest is what an operator such as IsNull asks.
type TypeTest struct {
	Type expr.Type
	Want bool
}

package asl

import (
	"github.com/flowglot/flowglot/pkg/source"
)

// mapField reads a field of a Map state (asl today: "Map", "Distributed Map").
func (r *reader) mapField(s *State, f *source.Member) {
	switch f.Key {
	case "ItemsPath":
		s.ItemsPath = r.path(f, referencePath)
	case "Items":
		if n := f.Value; n.Kind != source.Array && n.Kind != source.Object && !(n.Kind == source.String && (isJSONata(n.Text) || isOpenJSONata(n.Text) || hasPlaceholder(n.Text))) {
			r.WrongField(f, "an array or a JSONata expression")
			return
		}
		s.Items = r.template(f)
	case "ItemSelector":
		s.ItemSelector = r.template(f)
	case "MaxConcurrency":
		s.MaxConcurrency = r.number(f, &nonNegativeInteger)
	case "MaxConcurrencyPath":
		s.MaxConcurrencyPath = r.path(f, referencePath)
	case "ToleratedFailureCount":
		s.ToleratedFailureCount = r.number(f, &nonNegativeInteger)
	case "ToleratedFailureCountPath":
		s.ToleratedFailureCountPath = r.path(f, referencePath)
	case "ToleratedFailurePercentage":
		s.ToleratedFailurePercentage = r.number(f, &percentage)
	case "ToleratedFailurePercentagePath":
		s.ToleratedFailurePercentagePath = r.path(f, referencePath)
	case "Label":
		s.Label = r.Text(f)
	case "ItemReader":
		s.ItemReader = r.itemReader(f)
	case "ItemBatcher":
		s.ItemBatcher = r.itemBatcher(f)
	case "ResultWriter":
		s.ResultWriter = r.resultWriter(f)
	}
}

// part reads the members of an object inside of a field of a state. Members that take does not know are reported.
func (r *reader) part(f *source.Member, known []string, take func(m *source.Member)) bool {
	if f.Value.Kind != source.Object {
		r.WrongField(f, "an object")
		return false
	}
	outer := r.at
	r.at += f.Key + "/"
	for _, m := range f.Value.LastMembers() {
		found := false
		for _, name := range known {
			found = found || name == m.Key
		}
		if found {
			take(m)
			continue
		}
		d := r.Add(&unknownField.Rule, m.KeySpan, "%s of %s has an unknown field %s", quote(f.Key), r.Subject(), quote(m.Key))
		r.Suggest(d, r.Guess(m.Key, known))
	}
	r.at = outer
	return true
}

// processorConfig reads how a processor is to be run.
func (r *reader) processorConfig(f *source.Member) *ProcessorConfig {
	c := &ProcessorConfig{Node: f.Value}
	r.part(f, []string{"Mode", "ExecutionType"}, func(m *source.Member) {
		if m.Key == "Mode" {
			c.Mode = r.oneOf(m, "INLINE", "DISTRIBUTED")
		} else {
			c.ExecutionType = r.oneOf(m, "STANDARD", "EXPRESS")
		}
	})
	return c
}

func (r *reader) itemReader(f *source.Member) *ItemReader {
	x := &ItemReader{Node: f.Value}
	r.part(f, []string{"Resource", "Parameters", "Arguments", "ReaderConfig"}, func(m *source.Member) {
		switch m.Key {
		case "Resource":
			x.Resource = r.Text(m)
		case "ReaderConfig":
			x.Config = r.readerConfig(m)
		default:
			x.Parameters = r.structure(m)
		}
	})
	return x
}

func (r *reader) readerConfig(f *source.Member) *ReaderConfig {
	x := &ReaderConfig{Node: f.Value}
	r.part(f, []string{"InputType", "Transformation", "ManifestType", "CSVHeaderLocation", "CSVHeaders", "CSVDelimiter", "ItemsPointer",
		"MaxItems", "MaxItemsPath"}, func(m *source.Member) {
		switch m.Key {
		case "InputType":
			x.InputType = r.oneOf(m, "CSV", "JSON", "JSONL", "MANIFEST", "PARQUET")
		case "Transformation":
			x.Transformation = r.oneOf(m, "NONE", "LOAD_AND_FLATTEN")
		case "ManifestType":
			x.ManifestType = r.oneOf(m, "S3_INVENTORY", "ATHENA_DATA")
		case "CSVHeaderLocation":
			x.CSVHeaderLocation = r.oneOf(m, "FIRST_ROW", "GIVEN")
		case "CSVDelimiter":
			x.CSVDelimiter = r.oneOf(m, "COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB")
		case "ItemsPointer":
			x.ItemsPointer = r.Text(m)
		case "CSVHeaders":
			items, _ := r.Items(m, "an array of strings", source.String)
			for _, n := range items {
				if n.Kind != source.String {
					r.WrongKind(n, `an item of "CSVHeaders" of `+r.Subject(), "a string")
					continue
				}
				x.CSVHeaders = append(x.CSVHeaders, &Text{Node: n, Value: n.Text})
			}
		case "MaxItems":
			x.MaxItems = r.number(m, &nonNegativeInteger)
		case "MaxItemsPath":
			x.MaxItemsPath = r.path(m, referencePath)
		}
	})
	return x
}

func (r *reader) itemBatcher(f *source.Member) *ItemBatcher {
	x := &ItemBatcher{Node: f.Value}
	r.part(f, []string{"MaxItemsPerBatch", "MaxItemsPerBatchPath", "MaxInputBytesPerBatch", "MaxInputBytesPerBatchPath", "BatchInput"},
		func(m *source.Member) {
			switch m.Key {
			case "MaxItemsPerBatch":
				x.MaxItemsPerBatch = r.number(m, &positiveInteger)
			case "MaxInputBytesPerBatch":
				x.MaxInputBytesPerBatch = r.number(m, &positiveInteger)
			case "MaxItemsPerBatchPath":
				x.MaxItemsPerBatchPath = r.path(m, referencePath)
			case "MaxInputBytesPerBatchPath":
				x.MaxInputBytesPerBatchPath = r.path(m, referencePath)
			case "BatchInput":
				x.BatchInput = r.template(m)
			}
		})
	return x
}

func (r *reader) resultWriter(f *source.Member) *ResultWriter {
	x := &ResultWriter{Node: f.Value}
	r.part(f, []string{"Resource", "Parameters", "Arguments", "WriterConfig"}, func(m *source.Member) {
		switch m.Key {
		case "Resource":
			x.Resource = r.Text(m)
		case "WriterConfig":
			r.part(m, []string{"Transformation", "OutputType"}, func(m *source.Member) {
				if m.Key == "Transformation" {
					x.Transformation = r.oneOf(m, "NONE", "COMPACT", "FLATTEN")
				} else {
					x.OutputType = r.oneOf(m, "JSON", "JSONL")
				}
			})
		default:
			x.Parameters = r.structure(m)
		}
	})
	return x
}

package asl

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// greatest are the largest numbers that AWS takes in a field (asl today: "Limits").
var greatest = map[string]float64{
	"Seconds": 99_999_999, "TimeoutSeconds": 99_999_999, "HeartbeatSeconds": 99_999_999, "IntervalSeconds": 99_999_999, "MaxAttempts": 99_999_999,
	"MaxDelaySeconds": 31_622_400, "MaxItems": 100_000_000, "MaxInputBytesPerBatch": 262_144,
}

// mostCharacters is how large a definition may be.
const mostCharacters = 1_048_576

// bounded returns a number unless it is larger than AWS takes, which is reported.
func (r *reader) bounded(f *source.Member, n *Number) *Number {
	most, known := greatest[f.Key]
	switch {
	case n == nil || r.level == Level2016 || !known:
		return n
	case n.Value > most:
		r.Add(&outOfRange.Rule, n.Node.Span, "%s of %s must be %s at most, found %s", quote(f.Key), r.Subject(), grouped(most), n.Node.Text)
		return nil
	case f.Key == "Seconds" && n.Value != math.Trunc(n.Value):
		r.Add(&outOfRange.Rule, n.Node.Span, "\"Seconds\" of %s must be an integer, found %s", r.Subject(), n.Node.Text)
		return nil
	}
	return n
}

// grouped writes a whole number with commas.
func grouped(v float64) string {
	digits := strconv.FormatInt(int64(v), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// checkSize looks at the definition as a whole.
func checkSize(c *checker) {
	if excess := excessOf(c.File.Text); excess != "" {
		d := c.Report(c.Head(c.machine.Node), "%s", excess)
		d.Help, d.Limit = "move parts of it into separate machines, and start those from it", true
	}
}

// excessOf says that a definition is larger than AWS takes; it is empty for others.
func excessOf(text []byte) string {
	if len(text) <= mostCharacters {
		return ""
	}
	n := utf8.RuneCount(text)
	if n <= mostCharacters {
		return ""
	}
	return "the definition has " + grouped(float64(n)) + " characters; AWS takes " + grouped(mostCharacters) + " at most"
}

// checkMapParts looks for what the parts of a distributed Map lack, and for fields of theirs that exclude each other.
func checkMapParts(c *checker, s *State) {
	if s.Type != Map {
		return
	}
	who := "state " + quote(s.Name)
	if p := s.Processor; p != nil && !p.Broken && p.Distributed() {
		c.lacks(c.Head(p.ProcessorConfig.Node), `"ProcessorConfig" of `+who, c.Lacking(p.ProcessorConfig.Node, "ExecutionType"), `add "ExecutionType": "STANDARD" or "EXPRESS"`)
	}
	if x := s.ItemReader; x != nil && x.Node.Kind == source.Object {
		c.lacks(c.Head(x.Node), `"ItemReader" of `+who, c.Lacking(x.Node, "Resource"), "")
		c.checkReaderConfig(who, x.Config)
	}
	if x := s.ItemBatcher; x != nil && x.Node.Kind == source.Object {
		if len(c.Lacking(x.Node, "MaxItemsPerBatch", "MaxItemsPerBatchPath", "MaxInputBytesPerBatch", "MaxInputBytesPerBatchPath")) == 4 {
			c.lacks(c.Head(x.Node), `"ItemBatcher" of `+who, []string{`"MaxItemsPerBatch"`}, `set "MaxItemsPerBatch", "MaxInputBytesPerBatch" or both`)
		}
	}
	if x := s.ResultWriter; x != nil && x.Node.Kind == source.Object {
		if x.Resource == nil && !c.Has(x.Node, "Resource") && !c.Has(x.Node, "WriterConfig") {
			c.lacks(c.Head(x.Node), `"ResultWriter" of `+who, []string{`"Resource"`}, `set "Resource", "WriterConfig" or both`)
		}
	}
}

func (c *checker) checkReaderConfig(who string, x *ReaderConfig) {
	if x == nil || x.Node.Kind != source.Object || x.InputType == nil || x.InputType.Value != "CSV" {
		return
	}
	c.lacks(c.Head(x.Node), `"ReaderConfig" of `+who, c.Lacking(x.Node, "CSVHeaderLocation"), `write "FIRST_ROW" or "GIVEN"`)
	if x.CSVHeaderLocation != nil && x.CSVHeaderLocation.Value == "GIVEN" {
		c.lacks(c.Head(x.Node), `"ReaderConfig" of `+who, c.Lacking(x.Node, "CSVHeaders"), "")
	}
}

// checkMapPairs looks for a value and a path for the same in the parts of a distributed Map.
func checkMapPairs(c *checker, s *State) {
	if s.Type != Map {
		return
	}
	look := func(n *source.Node, names ...string) {
		for _, name := range names {
			first, second := n.Member(name), n.Member(name+"Path")
			if first == nil || second == nil {
				continue
			}
			if second.KeySpan.Start < first.KeySpan.Start {
				first, second = second, first
			}
			c.Report(second.KeySpan, "state %s has both %s and %s; use one of them", quote(s.Name), quote(first.Key), quote(second.Key)).
				Related = c.Related(first.KeySpan, "the other one")
		}
	}
	if s.ItemBatcher != nil {
		look(s.ItemBatcher.Node, "MaxItemsPerBatch", "MaxInputBytesPerBatch")
	}
	if s.ItemReader != nil && s.ItemReader.Config != nil {
		look(s.ItemReader.Config.Node, "MaxItems")
	}
}

// sameConditions looks for a JSONata condition that an earlier rule has too, or that comes after one that is always true.
func sameConditions(c *checker, s *State) {
	first := map[string]*Rule{}
	var always *Rule
	for _, x := range s.Choices {
		text := ""
		if x.Condition != nil {
			text = strings.TrimSpace(expressionOf(x.Condition))
		}
		by := always
		if by == nil && text != "" {
			by = first[text]
		}
		if by != nil {
			d := c.Report(c.Head(x.Node), "a choice rule of state %s is never reached: an earlier one matches first", quote(s.Name))
			d.Related = c.Related(c.Head(by.Node), "the earlier rule")
			d.Help = "move it before the other, or remove it"
			continue
		}
		if text != "" {
			first[text] = x
		}
		if x.Operator != nil && x.Operator.Key == "Condition" && x.Operand != nil && x.Operand.Kind == source.Bool && x.Operand.Text == "true" {
			always = x
		}
	}
}

package asl

import (
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var mapLabel = rule{Rule: diag.Rule{
	ID:       "asl/map-label",
	Severity: diag.Error,
	Summary:  "invalid or duplicate label of a Map state",
	Why: "The label is part of the ARN of a Map run: up to 40 characters, unique in the machine, without white space and without " +
		"? * < > { } [ ] : ; , \\ | ^ ~ $ # % & ` \".",
	Source: "the language as AWS runs it today: distributed Map",
	Levels: "only at level current",
}, Checks: today([]func(*checker){checkLabels})}

var distributedField = rule{Rule: diag.Rule{
	ID:       "asl/distributed-field",
	Severity: diag.Error,
	Summary:  "a field of a distributed Map on an inline one",
	Why: "Only a distributed Map reads items from files, makes batches, writes its results and has a label. Its processor has " +
		"\"ProcessorConfig\": {\"Mode\": \"DISTRIBUTED\"}.",
	Source: "the language as AWS runs it today: Map",
	Levels: "only at level current",
}, Checks: today(states(checkDistributedFields))}

var toleratedFailure = rule{Rule: diag.Rule{
	ID:       "asl/tolerated-failure",
	Severity: diag.Warning,
	Summary:  "an inline Map tolerates no failures",
	Why:      "The fields for tolerated failures have an effect in a distributed Map only: an inline one fails with its first iteration.",
	Source:   "the language as AWS runs it today: Map",
	Levels:   "only at level current",
}, Checks: today(states(checkTolerated))}

var ignoredItems = rule{Rule: diag.Rule{
	ID:       "asl/ignored-items",
	Severity: diag.Warning,
	Summary:  "\"ItemsPath\" has no effect together with \"ItemReader\"",
	Why:      "The reader selects the items. To select a part of a JSON file, use \"ItemsPointer\".",
	Source:   "the language as AWS runs it today: distributed Map",
	Levels:   "only at level current",
}, Checks: today(states(checkIgnoredItems))}

var oldField = rule{Rule: diag.Rule{
	ID:       "asl/old-field",
	Severity: diag.Info,
	Fixable:  true,
	Summary:  "a field of a Map state under its old name",
	Why:      "\"Iterator\" became \"ItemProcessor\", and \"Parameters\" of a Map state became \"ItemSelector\". The old names still work.",
	Source:   "the language as AWS runs it today: Map",
	Levels:   "only at level current",
}, Checks: today(states(checkOldFields))}

// badInLabel are the characters that a label must not have.
const badInLabel = "?*<>{}[]:;,\\|^~$#%&`\" \t\r\n\v\f"

func checkLabels(c *checker) {
	first := map[string]*Text{}
	for _, s := range c.states {
		l := s.Label
		if l == nil || hasPlaceholder(l.Value) {
			continue
		}
		switch n := utf8.RuneCountInString(l.Value); {
		case n == 0:
			c.Report(l.Node.Span, "the label of state %s is empty", quote(s.Name))
		case n > 40:
			c.Report(l.Node.Span, "the label of state %s has %d characters; the limit is 40", quote(s.Name), n)
		case strings.ContainsAny(l.Value, badInLabel) || strings.ContainsFunc(l.Value, func(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f }):
			c.Report(l.Node.Span, "the label of state %s has a character that is not allowed in labels", quote(s.Name)).
				Help = "use letters, digits, - and _"
		case first[l.Value] != nil:
			c.Report(l.Node.Span, "duplicate label %s", quote(l.Value)).Related = c.Related(first[l.Value].Node.Span, "first used here")
		default:
			first[l.Value] = l
		}
	}
}

// isInline reports whether a state is a Map whose mode is known to be inline.
func isInline(s *State) bool {
	if s.Type != Map || s.Processor == nil || s.Processor.Broken {
		return false
	}
	config := s.Processor.ProcessorConfig
	if config == nil {
		return s.Processor.Node.Member("ProcessorConfig") == nil
	}
	if config.Mode == nil {
		return config.Node.Kind == source.Object && config.Node.Member("Mode") == nil
	}
	return config.Mode.Value == "INLINE"
}

func checkDistributedFields(c *checker, s *State) {
	if !isInline(s) {
		return
	}
	for _, name := range []string{"ItemReader", "ItemBatcher", "ResultWriter", "Label"} {
		if m := s.Node.Member(name); m != nil {
			c.Report(m.KeySpan, "state %s has %s, but is an inline Map", quote(s.Name), quote(name)).
				Help = `add "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"} to its processor`
			return
		}
	}
}

func checkTolerated(c *checker, s *State) {
	if !isInline(s) {
		return
	}
	for _, name := range []string{"ToleratedFailureCount", "ToleratedFailureCountPath", "ToleratedFailurePercentage", "ToleratedFailurePercentagePath"} {
		if m := s.Node.Member(name); m != nil {
			c.Report(m.KeySpan, "%s has no effect in state %s, which is an inline Map", quote(name), quote(s.Name)).
				Help = "catch errors inside of the iteration, or make the Map distributed"
		}
	}
}

func checkIgnoredItems(c *checker, s *State) {
	if m := s.Node.Member("ItemsPath"); s.Type == Map && m != nil && s.ItemReader != nil {
		c.Report(m.KeySpan, "\"ItemsPath\" of state %s has no effect together with \"ItemReader\"", quote(s.Name)).Help = `remove it, or use "ItemsPointer" of the "ReaderConfig"`
	}
}

func checkOldFields(c *checker, s *State) {
	if s.Type != Map {
		return
	}
	for _, x := range [][2]string{{"Iterator", "ItemProcessor"}, {"Parameters", "ItemSelector"}} {
		m := s.Node.Member(x[0])
		if m == nil || s.Node.Member(x[1]) != nil || x[0] == "Parameters" && s.JSONata() {
			continue
		}
		d := c.Report(m.KeySpan, "%s of state %s is the old name of %s", quote(x[0]), quote(s.Name), quote(x[1]))
		d.Help = "write " + quote(x[1])
		c.OfferFix(d, d.Help, c.Spell(m.KeySpan, x[1]))
	}
}

package embedded

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// StepFunctions is the service whose definitions are found today. A dialect names it to take them.
const StepFunctions = "AWS Step Functions"

// A Part is a definition inside another file.
type Part struct {
	// Name tells the definitions of a file apart: "OrderMachine", "aws_sfn_state_machine.order".
	Name string
	// Service runs the definition; see [StepFunctions].
	Service string
	// Outer is the file that the text of the definition is in, where that is another one than was searched.
	Outer *source.File
	// Span is where the definition is in the outer file. Where it is in a file of its own, it is the name of that file.
	Span source.Span
	// File is the definition, parsed, with places in the outer file. It is nil where the definition is in a file of its own, or
	// cannot be read without deploying it.
	File *source.File
	// Problems are what is wrong with the text of the definition, with places in the outer file.
	Problems []source.Problem
	// Path is the file that holds the definition if that is another one. Template reports that the file is a template of HCL.
	Path     string
	Template bool
	// Shared reports that the file has the definition inside, among others: under the name of the part.
	Shared bool
	// Through is the file to read with [Finder.FindWithin], where a shared file has no sign by itself of what is inside.
	Through *source.File
	// References are the names of what the placeholders of the definition stand for, as far as they are known: "OrderMachine" for
	// ${OrderArn}.
	References map[string]string
	// Findings are about how the outer file deploys the definition.
	Findings []diag.Diagnostic

	// Literal is the text of the definition, where it may be replaced. It is nil if that cannot be done, and Kept is why.
	Literal *Literal
	Kept    string

	// Values are those of placeholders of a definition in a file of its own, as far as they are known.
	Values map[string]string

	referred source.Span // where the searched file names the file of the definition

	escape func(string) (string, bool)
	bare   map[source.Span]bool // the keys of HCL without quotes
	made   []source.Span        // the ranges that have a value of elsewhere
	joins  []source.Span        // the ranges of the outer file that the text comes from, if it is put together of several
}

// ShortName is the name without the type of what deploys the definition: "order".
func (p *Part) ShortName() string { return p.Name[strings.LastIndexByte(p.Name, '.')+1:] }

// refer notes what a placeholder stands for.
func (p *Part) refer(name, of string) {
	if p.References == nil {
		p.References = map[string]string{}
	}
	p.References[name] = of
}

// Edit returns a change of the definition as a change of the outer file: its text is escaped as the outer file asks for. It
// reports false if the change cannot be made there without rewriting more.
func (p *Part) Edit(span source.Span, text string) (string, bool) {
	if covers(p.made, span) {
		return "", false
	}
	for i, x := range p.joins {
		if x.Contains(span) {
			break
		}
		if i == len(p.joins)-1 {
			return "", false
		}
	}
	if p.escape == nil {
		return text, true
	}
	text, ok := p.escape(text)
	if ok && p.bare[span] {
		text = bareKey(text)
	}
	return text, ok
}

// A Finder finds definitions inside files.
type Finder struct {
	// Read returns the text of a file that an outer file refers to. Nil reads none.
	Read func(path string) ([]byte, error)
	// List returns the names of the files in a folder. Nil lists none: definitions are read without what other files define.
	List func(dir string) ([]string, error)
}

// Find returns the definitions inside a file, in the order of their places. A file of JSON or YAML is parsed already. Of a file that
// is not of a known format, or deploys nothing of interest, there are none.
func (x Finder) Find(f *source.File) []*Part {
	switch {
	case IsTerraform(f.Name):
		return x.terraform(f)
	case f.Root == nil || f.Root.Kind != source.Object:
		return nil
	}
	parts := x.cloudFormation(f)
	parts = append(parts, x.serverless(f)...)
	return append(parts, x.terraformJSON(f)...)
}

// MayHold reports whether a file may have definitions inside, by what it mentions. It is quick, and wrong in one direction only.
func MayHold(f *source.File) bool {
	for _, word := range []string{"AWS::StepFunctions::StateMachine", "AWS::Serverless::StateMachine", "stateMachines", "stepFunctions", stateMachineResource, "step-functions"} {
		if bytes.Contains(f.Text, []byte(word)) {
			return true
		}
	}
	return IsTerraform(f.Name) && mayDefine(f)
}

// beside returns the path of a file that an outer file names, relative to its folder.
func beside(outer *source.File, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(strings.Trim(outer.Name, "<>")), path)
}

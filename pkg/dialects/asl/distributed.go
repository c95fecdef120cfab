package asl

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// distributed lowers what only a distributed Map state has (asl today: "Distributed Map").
func (l *lowering) distributed(n *workflow.Node, s *State) {
	of := n.Body.Items
	of.Batch = l.batches(s)
	if s.ItemReader != nil {
		of.Reader = l.reader(s)
	}
	w := s.ResultWriter
	if w == nil {
		return
	}
	form := resultForm{transformation: textOf(w.Transformation), lines: textOf(w.OutputType) == "JSONL"}
	if w.Resource == nil && w.Parameters == nil {
		of.Collect = form.collect
		return
	}
	if form.transformation == "" {
		form.transformation = "NONE"
	}
	of.Writer = &workflow.Writer{Resource: textOf(w.Resource), Parameters: l.template(w.Parameters, "ResultWriter"), Write: form.write, Written: w.Node, Span: w.Node.Span}
}

// textOf is the value of a text, or empty for one that is absent.
func textOf(t *Text) string {
	if t == nil {
		return ""
	}
	return t.Value
}

// reader lowers an ItemReader.
func (l *lowering) reader(s *State) *workflow.Reader {
	r := s.ItemReader
	if r.Resource == nil {
		l.unsupported("an ItemReader without a resource", r.Node.Span)
		return nil
	}
	x := itemFile{}
	out := &workflow.Reader{Resource: r.Resource.Value, Parameters: l.template(r.Parameters, "ItemReader"), Written: r.Node, Span: r.Node.Span}
	if c := r.Config; c != nil {
		x = itemFile{inputType: textOf(c.InputType), transformation: textOf(c.Transformation), manifest: textOf(c.ManifestType),
			pointer: textOf(c.ItemsPointer), given: textOf(c.CSVHeaderLocation) == "GIVEN", delimiter: delimiters[textOf(c.CSVDelimiter)]}
		for _, h := range c.CSVHeaders {
			x.headers = append(x.headers, h.Value)
		}
		out.Most = l.count(s, "ItemReader/ReaderConfig/MaxItems", c.MaxItems, c.MaxItemsPath, wanted{kind: wantInteger, most: 100_000_000})
	}
	if x.delimiter == 0 {
		x.delimiter = ','
	}
	switch action := actionOf(r.Resource.Value); action {
	case "s3:listObjectsV2":
		out.Read = x.list
		out.Source = func(p any) string { return "S3://" + parameter(p, "Bucket") }
	case "s3:getObject":
		out.Read = x.get
		out.Source = func(p any) string { return "S3://" + parameter(p, "Bucket") + "/" + parameter(p, "Key") }
	default:
		l.unsupported("an ItemReader of "+quote(r.Resource.Value), r.Resource.Node.Span)
	}
	return out
}

// parameter is a text among the parameters of a reader or writer; empty if it is not a text.
func parameter(parameters any, name string) string {
	o, _ := parameters.(*value.Object)
	s, _ := o.Get(name).(string)
	return s
}

// list reads the items of a listing: one for each file, or the contents of all of them.
func (x itemFile) list(s workflow.Store, parameters any, most int, now time.Time) ([]any, error) {
	bucket, prefix := parameter(parameters, "Bucket"), parameter(parameters, "Prefix")
	if bucket == "" {
		return nil, errors.New(`the parameters of the reader have no "Bucket"`)
	}
	keys, err := s.List(bucket, prefix)
	if err != nil {
		return nil, err
	}
	items := []any{}
	for _, key := range keys {
		if most > 0 && len(items) >= most {
			break
		}
		content, err := s.Read(bucket, key)
		if err != nil {
			return nil, err
		}
		if x.transformation == "LOAD_AND_FLATTEN" {
			rows, err := x.items(s, bucket, key, content, 0)
			if err != nil {
				return nil, err
			}
			items = append(items, rows...)
			continue
		}
		sum := md5.Sum(content)
		items = append(items, object("Etag", `"`+hex.EncodeToString(sum[:])+`"`, "Key", key, "LastModified", now.Unix(),
			"Size", int64(len(content)), "StorageClass", "STANDARD"))
	}
	if most > 0 && len(items) > most {
		items = items[:most]
	}
	return items, nil
}

// get reads the items of one file.
func (x itemFile) get(s workflow.Store, parameters any, most int, _ time.Time) ([]any, error) {
	bucket, key := parameter(parameters, "Bucket"), parameter(parameters, "Key")
	if bucket == "" || key == "" {
		return nil, errors.New(`the parameters of the reader need a "Bucket" and a "Key"`)
	}
	content, err := s.Read(bucket, key)
	if err != nil {
		return nil, err
	}
	items, err := x.items(s, bucket, key, content, 0)
	if err == nil && most > 0 && len(items) > most {
		items = items[:most]
	}
	return items, err
}

// A resultForm describes how results are written.
type resultForm struct {
	transformation string // NONE, COMPACT or FLATTEN
	lines          bool   // as JSON Lines
}

// compactResults are the results of a distributed Map without a ResultWriter.
func compactResults(f *workflow.Facts, outcomes []workflow.RunOutcome) any {
	return resultForm{transformation: "COMPACT"}.collect(f, outcomes)
}

// collect makes the list of results: those that failed are always whole records.
func (r resultForm) collect(f *workflow.Facts, outcomes []workflow.RunOutcome) any {
	out := make([]any, 0, len(outcomes))
	for i := range outcomes {
		o := &outcomes[i]
		list, isList := o.Output.([]any)
		switch {
		case o.Failed || r.transformation == "NONE":
			out = append(out, recordOf(f, o))
		case r.transformation == "FLATTEN" && isList:
			out = append(out, list...)
		default:
			out = append(out, o.Output)
		}
	}
	return out
}

// recordOf describes a child execution.
func recordOf(f *workflow.Facts, o *workflow.RunOutcome) *value.Object {
	machine := f.Workflow.ID + "/" + labelOf(f.Label)
	name := runName(o.Run)
	included := object("Included", true)
	r := object("ExecutionArn", arn("execution", machine+":"+name), "Input", text(o.Input), "InputDetails", included, "Name", name)
	if o.Failed {
		r.Set("Error", orNull(o.Error))
		r.Set("Cause", o.Cause)
	} else {
		r.Set("Output", text(o.Output))
		r.Set("OutputDetails", included)
	}
	status := "SUCCEEDED"
	if o.Failed {
		status = "FAILED"
	}
	for i, pairs := 0, []any{"RedriveCount", int64(0), "RedriveStatus", "NOT_REDRIVABLE", "RedriveStatusReason", "Execution is " + status + " and cannot be redriven",
		"StartDate", instant(o.Start), "StateMachineArn", arn("stateMachine", machine), "Status", status, "StopDate", instant(o.Stop)}; i+1 < len(pairs); i += 2 {
		r.Set(pairs[i].(string), pairs[i+1])
	}
	return r
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// text is a value as JSON text.
func text(v any) string { return string(value.Append(nil, v)) }

// write stores the results as files: those of the children that succeeded, those that failed, and a manifest that names both.
func (r resultForm) write(s workflow.Store, parameters any, f *workflow.Facts, outcomes []workflow.RunOutcome) (any, error) {
	bucket, prefix := parameter(parameters, "Bucket"), parameter(parameters, "Prefix")
	if bucket == "" {
		return nil, errors.New(`the parameters of the writer have no "Bucket"`)
	}
	run := runName(f.Run)
	folder := strings.Trim(prefix+"/"+run, "/")
	mapRun := arn("mapRun", f.Workflow.ID+"/"+labelOf(f.Label)+":"+run)
	files := object("FAILED", []any{}, "PENDING", []any{}, "SUCCEEDED", []any{})
	for _, kind := range []string{"SUCCEEDED", "FAILED"} {
		var part []workflow.RunOutcome
		for _, o := range outcomes {
			if o.Failed == (kind == "FAILED") {
				part = append(part, o)
			}
		}
		if len(part) == 0 {
			continue
		}
		key, content := folder+"/"+kind+"_0.json", r.file(r.collect(f, part).([]any))
		if r.lines {
			key += "l"
		}
		if err := s.Write(bucket, key, content); err != nil {
			return nil, err
		}
		files.Set(kind, []any{object("Key", key, "Size", int64(len(content)))})
	}
	manifest := object("DestinationBucket", bucket, "MapRunArn", mapRun, "ResultFiles", files)
	key := folder + "/manifest.json"
	if err := s.Write(bucket, key, value.Append(nil, manifest)); err != nil {
		return nil, err
	}
	return object("MapRunArn", mapRun, "ResultWriterDetails", object("Bucket", bucket, "Key", key)), nil
}

// file is a list of results as the content of a file.
func (r resultForm) file(results []any) []byte {
	if !r.lines {
		return value.Append(nil, results)
	}
	var out bytes.Buffer
	for _, v := range results {
		fmt.Fprintf(&out, "%s\n", value.Append(nil, v))
	}
	return out.Bytes()
}

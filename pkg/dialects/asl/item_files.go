package asl

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An itemFile describes how the items of a file are read (asl today: "ItemReader").
type itemFile struct {
	inputType, transformation, manifest string
	pointer                             string // to the items in a JSON file
	given                               bool   // the headers of a CSV file are given, and not its first row
	headers                             []string
	delimiter                           byte
}

// delimiters are the names of what separates the fields of a CSV file.
var delimiters = map[string]byte{"COMMA": ',', "PIPE": '|', "SEMICOLON": ';', "SPACE": ' ', "TAB": '\t'}

const (
	maxHeaders  = 10 << 10  // bytes of the headers of a CSV file
	maxItemFile = 256 << 20 // bytes of a file after it was decompressed
)

// items are those of a file. depth counts the manifests that led to it.
func (x itemFile) items(s workflow.Store, bucket, key string, content []byte, depth int) ([]any, error) {
	content, err := decompressed(key, content)
	if err != nil {
		return nil, err
	}
	kind := x.inputType
	switch {
	case depth > 1:
		return nil, errors.New("a manifest names another manifest")
	case x.manifest == "ATHENA_DATA" && depth == 0:
		return x.athena(s, content, depth)
	case kind == "MANIFEST" || x.manifest == "S3_INVENTORY":
		return x.inventory(s, bucket, content)
	}
	switch kind {
	case "JSON", "":
		return x.json(content)
	case "JSONL":
		return jsonLines(content)
	case "CSV":
		return x.csv(content)
	}
	return nil, fmt.Errorf("files of the type %s are not read by this tool", kind)
}

// decompressed is the content of a file which is compressed according to its name.
func decompressed(key string, content []byte) ([]byte, error) {
	switch {
	case strings.HasSuffix(key, ".zstd"), strings.HasSuffix(key, ".zst"):
		return nil, fmt.Errorf("%s is compressed with zstd, which is not read by this tool", key)
	case !strings.HasSuffix(key, ".gz"):
		return content, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	out, err := io.ReadAll(io.LimitReader(r, maxItemFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	if len(out) > maxItemFile {
		return nil, fmt.Errorf("%s has more than %d bytes when it is decompressed", key, maxItemFile)
	}
	return out, nil
}

// json reads the items of an array, or the members of an object.
func (x itemFile) json(content []byte) ([]any, error) {
	v, err := value.Parse(content)
	if err != nil {
		return nil, err
	}
	if v, err = pointed(v, x.pointer); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case []any:
		return v, nil
	case *value.Object:
		return membersOf(v), nil
	}
	return nil, errors.New("attempting to map over a non-iterable node: the file is neither an array nor an object")
}

// pointed is what a JSON Pointer leads to (RFC 6901).
func pointed(v any, pointer string) (any, error) {
	if pointer == "" {
		return v, nil
	}
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		found := false
		switch c := v.(type) {
		case *value.Object:
			v, found = c.Lookup(step)
		case []any:
			if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(c) {
				v, found = c[i], true
			}
		}
		if !found {
			return nil, fmt.Errorf("the file has nothing at %s", pointer)
		}
	}
	return v, nil
}

// jsonLines reads an item of each line.
func jsonLines(content []byte) ([]any, error) {
	items := []any{}
	for i, line := range bytes.Split(content, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, err := value.Parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		items = append(items, v)
	}
	return items, nil
}

// csv reads an object of each row.
func (x itemFile) csv(content []byte) ([]any, error) {
	rows := csvRows(content, x.delimiter)
	headers := x.headers
	if !x.given {
		if len(rows) == 0 {
			return []any{}, nil
		}
		headers, rows = rows[0], rows[1:]
	}
	known, size := map[string]bool{}, 0
	for _, h := range headers {
		if known[h] {
			return nil, errors.New("CSV headers cannot contain duplicates")
		}
		known[h] = true
		size += len(h)
	}
	if size > maxHeaders {
		return nil, errors.New("the headers of the CSV file have more than 10 KiB")
	}
	items := make([]any, 0, len(rows))
	for _, row := range rows {
		o := value.NewObject(len(headers))
		for i, h := range headers {
			field := ""
			if i < len(row) {
				field = row[i]
			}
			o.Set(h, field)
		}
		items = append(items, o)
	}
	return items, nil
}

// csvRows takes a CSV text apart. Quotes may hold separators and line breaks, and two of them are one; a backslash takes a
// backslash, a quote or a separator as it is, and vanishes before anything else. Empty lines are not rows.
func csvRows(content []byte, delimiter byte) [][]string {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	var rows [][]string
	var row []string
	var field []byte
	quoted, begun := false, false
	end := func() {
		if begun || len(row) > 0 || len(field) > 0 {
			rows = append(rows, append(row, string(field)))
		}
		row, field, begun = nil, nil, false
	}
	for i := 0; i < len(content); i++ {
		c := content[i]
		switch {
		case c == '\\':
			if i+1 < len(content) && (content[i+1] == '\\' || content[i+1] == '"' || content[i+1] == delimiter) {
				i++
				field = append(field, content[i])
			}
		case quoted && c == '"' && i+1 < len(content) && content[i+1] == '"':
			field = append(field, '"')
			i++
		case c == '"':
			quoted, begun = !quoted, true
		case quoted:
			field = append(field, c)
		case c == delimiter:
			row, field, begun = append(row, string(field)), nil, true
		case c == '\r' && i+1 < len(content) && content[i+1] == '\n':
		case c == '\n':
			end()
		default:
			field, begun = append(field, c), true
		}
	}
	end()
	return rows
}

// inventory reads the rows of the lists that the manifest of an S3 inventory names.
func (x itemFile) inventory(s workflow.Store, bucket string, content []byte) ([]any, error) {
	v, err := value.Parse(content)
	if err != nil {
		return nil, err
	}
	manifest, ok := v.(*value.Object)
	files, _ := manifest.Get("files").([]any)
	if !ok || files == nil {
		return nil, errors.New(`the manifest has no list "files"`)
	}
	schema, _ := manifest.Get("fileSchema").(string)
	var headers []string
	for _, h := range strings.Split(schema, ",") {
		headers = append(headers, strings.TrimSpace(h))
	}
	if b, ok := manifest.Get("destinationBucket").(string); ok && b != "" {
		bucket = b[strings.LastIndexByte(b, ':')+1:]
	}
	items := []any{}
	for _, f := range files {
		o, _ := f.(*value.Object)
		key, _ := o.Get("key").(string)
		content, err := s.Read(bucket, key)
		if err != nil {
			return nil, err
		}
		if content, err = decompressed(key, content); err != nil {
			return nil, err
		}
		rows, err := itemFile{given: true, headers: headers, delimiter: ','}.csv(content)
		if err != nil {
			return nil, err
		}
		items = append(items, rows...)
	}
	return items, nil
}

// athena reads the contents of the files that the manifest of an unload names, one address a line.
func (x itemFile) athena(s workflow.Store, content []byte, depth int) ([]any, error) {
	items := []any{}
	for _, line := range strings.Fields(string(content)) {
		address := strings.Trim(line, `"`)
		bucket, key, ok := strings.Cut(strings.TrimPrefix(address, "s3://"), "/")
		if !ok {
			return nil, fmt.Errorf("%s is not the address of a file", address)
		}
		content, err := s.Read(bucket, key)
		if err != nil {
			return nil, err
		}
		rows, err := x.items(s, bucket, key, content, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, rows...)
	}
	return items, nil
}

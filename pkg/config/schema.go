package config

import (
	"bytes"
	"encoding/json"
)

// An object is a part of a JSON Schema, whose members are written in the order of their names.
type object = map[string]any

// Schema returns the JSON Schema of configuration files, for editors: draft 7, which all of them know.
func Schema(v Vocabulary) []byte {
	patterns := object{"anyOf": []any{text(""), object{"type": "array", "items": text("")}}}
	ignore := object{
		"type": "object", "additionalProperties": false, "required": []string{"reason"},
		"properties": object{
			"path":    text("a pattern of files, relative to the configuration"),
			"pointer": object{"type": "string", "pattern": "^(/.*)?$", "description": "a JSON pointer; findings at that value or within it are ignored"},
			"reason":  text("why"),
		},
	}
	level := object{"enum": []any{"off", "on", "info", "warning", "error", true, false}}
	rule := object{"anyOf": []any{level, object{
		"type": "object", "additionalProperties": false,
		"properties": object{"severity": level, "ignore": object{"type": "array", "items": ignore}},
	}}}
	named := object{}
	for _, id := range v.Rules {
		named[id] = object{"$ref": "#/definitions/rule"}
	}
	rules := object{
		"type": "object", "properties": named, "description": "levels of rules, by id or pattern",
		"patternProperties": object{`[*?\[]`: object{"$ref": "#/definitions/rule"}}, "additionalProperties": false,
	}
	section := object{
		"match":   object{"$ref": "#/definitions/patterns"},
		"dialect": object{"enum": v.Dialects, "description": "the dialect of these files, whatever they look like"},
		"rules":   object{"$ref": "#/definitions/rules"},
	}
	for _, o := range v.Options {
		section[o.Key] = o.schema()
	}
	schema := object{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": "flowglot configuration (" + FileName + ")",
		"type": "object", "additionalProperties": false, "required": []string{"version"},
		"definitions": object{"patterns": patterns, "rule": rule, "rules": rules},
		"properties": object{
			"version": object{"const": 1},
			"extends": object{"$ref": "#/definitions/patterns", "description": "other configurations, which this one overrides"},
			"exclude": object{"$ref": "#/definitions/patterns", "description": "files that are skipped in directories"},
			"files": object{
				"type": "array", "description": "settings of some files; for the dialect and its options, the first section that matches counts",
				"items": object{"type": "object", "additionalProperties": false, "required": []string{"match"}, "properties": section},
			},
			"rules":  object{"$ref": "#/definitions/rules"},
			"failOn": object{"enum": []string{"error", "warning", "info", "never"}, "description": "the lowest severity that fails"},
		},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(schema); err != nil {
		panic(err) // maps of strings have no way to fail
	}
	return b.Bytes()
}

func text(description string) object {
	out := object{"type": "string", "minLength": 1}
	if description != "" {
		out["description"] = description
	}
	return out
}

// schema is the schema of the value of an option. A value that looks like a number may be written as one.
func (o Option) schema() object {
	out := object{"description": o.Summary}
	if len(o.Values) == 0 {
		out["type"], out["minimum"] = "integer", 1
		return out
	}
	var values []any
	for _, v := range o.Values {
		values = append(values, v)
		var n json.Number
		if json.Unmarshal([]byte(v), &n) == nil {
			values = append(values, n)
		}
	}
	out["enum"] = values
	return out
}

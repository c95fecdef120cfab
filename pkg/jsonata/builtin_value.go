package jsonata

import "strings"

var valueFunctions = []definition{
	{"boolean", "<x-:b>", 1, 1, boolean},
	{"not", "<x-:b>", 1, 1, not},
	{"exists", "<x:b>", 1, 1, exists},
	{"type", "<x:s>", 1, 1, typeOf},
	{"clone", "<(oa)-:o>", 1, 1, clone},
	{"error", "<s?:x>", 1, 1, raise},
	{"assert", "<bs?:x>", 2, 2, assert},
	{"eval", "<sx?:x>", 2, 2, evaluateText},
}

func boolean(c *Context, args []any) (any, *Error) {
	if IsUndefined(args[0]) {
		return args[0], nil
	}
	ok, err := c.m.truth(args[0])
	return ok, err
}

func not(c *Context, args []any) (any, *Error) {
	if IsUndefined(args[0]) {
		return args[0], nil
	}
	ok, err := c.m.truth(args[0])
	return !ok, err
}

func exists(_ *Context, args []any) (any, *Error) { return !IsUndefined(args[0]), nil }

func typeOf(_ *Context, args []any) (any, *Error) {
	if IsUndefined(args[0]) {
		return args[0], nil
	}
	if _, err := numeric(args[0]); err != nil {
		return nil, err
	}
	return typeName(args[0]), nil
}

func clone(c *Context, args []any) (any, *Error) {
	c.m.built = true
	return c.m.clone(args[0], 0)
}

func raise(_ *Context, args []any) (any, *Error) {
	err := fail("D3137")
	err.Value, err.Message = args[0], "$error() function evaluated"
	if s, ok := args[0].(string); ok && s != "" {
		err.Message = s
	}
	return nil, err
}

func assert(_ *Context, args []any) (any, *Error) {
	if ok, _ := args[0].(bool); ok {
		return Undefined{}, nil
	}
	err := fail("D3141")
	err.Value, err.Message = args[1], "$assert() statement failed"
	if s, ok := args[1].(string); ok && s != "" {
		err.Message = s
	}
	return nil, err
}

// mostEvals is how deep $eval may be nested in expressions that $eval evaluates.
const mostEvals = 20

func evaluateText(c *Context, args []any) (any, *Error) {
	text, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	e, err := compile(text, true)
	if err != nil {
		return nil, fail("D3120").about(err.Error())
	}
	context := c.context
	if !IsUndefined(args[1]) {
		context = args[1]
		if list, isArray := array(context); isArray && !isSequence(context) {
			context = &sequence{items: []any{list}, outer: true}
		}
	}
	if c.m.evals >= mostEvals {
		return nil, limit("U1001", "calls of $eval are nested too deeply")
	}
	c.m.evals++
	v, err := e.root.eval(c.m, context, c.frame)
	c.m.evals--
	switch {
	case err == nil:
		return v, nil
	case err.Limit:
		err.placed = false // the range is one of another text
		return nil, err
	}
	return nil, fail("D3121").about(err.Error())
}

var codeFunctions = []definition{
	{"base64encode", "<s-:s>", 1, 1, encodeBase64},
	{"base64decode", "<s-:s>", 1, 1, decodeBase64},
	{"encodeUrlComponent", "<s-:s>", 1, 1, encodeURL("encodeUrlComponent", unreserved)},
	{"encodeUrl", "<s-:s>", 1, 1, encodeURL("encodeUrl", unreserved+reservedInURL)},
	{"decodeUrlComponent", "<s-:s>", 1, 1, decodeURL("decodeUrlComponent", "")},
	{"decodeUrl", "<s-:s>", 1, 1, decodeURL("decodeUrl", reservedInURL)},
}

const (
	letters       = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	unreserved    = letters + "0123456789-_.!~*'()"
	reservedInURL = ";/?:@&=+$,#"
)

// isASCIILetter reports whether a byte is a letter of ASCII.
func isASCIILetter(c byte) bool { return strings.IndexByte(letters, c) >= 0 }

package value

import "unicode/utf8"

// Short prints a value as JSON for a message or a line of a trace: its first 60 characters, and … if there are more.
func Short(v any) string { return Preview(v, 60) }

// Preview prints the first characters of a value as JSON, and … if there are more. It looks at no more of the value than
// it prints, see [AppendLimited].
func Preview(v any, most int) string {
	text, whole := AppendLimited(nil, v, (most+1)*utf8.UTFMax)
	at := 0
	for range most {
		if at == len(text) {
			return string(text)
		}
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	if whole && at == len(text) {
		return string(text)
	}
	return string(text[:at]) + "…"
}

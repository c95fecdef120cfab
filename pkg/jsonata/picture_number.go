package jsonata

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// A decimalFormat is the characters of which pictures of numbers and formatted numbers are made (XPath: decimal format).
type decimalFormat struct {
	decimal, grouping, exponent, minus, percent, perMille, digit, separator string
	zero                                                                    rune
}

func newDecimalFormat(options any) *decimalFormat {
	f := &decimalFormat{".", ",", "e", "-", "%", "‰", "#", ";", '0'}
	o, _ := options.(*value.Object)
	for name, field := range map[string]*string{"decimal-separator": &f.decimal, "grouping-separator": &f.grouping,
		"exponent-separator": &f.exponent, "minus-sign": &f.minus, "percent": &f.percent, "per-mille": &f.perMille,
		"digit": &f.digit, "pattern-separator": &f.separator} {
		if s, ok := o.Get(name).(string); ok {
			*field = s
		}
	}
	if s, ok := o.Get("zero-digit").(string); ok && s != "" {
		f.zero, _ = utf8.DecodeRuneInString(s)
	}
	return f
}

// isDigit reports whether a character is a required digit.
func (f *decimalFormat) isDigit(c string) bool {
	r, _ := utf8.DecodeRuneInString(c)
	return r >= f.zero && r <= f.zero+9
}

// active reports whether a character has a meaning in a picture, other than a sign.
func (f *decimalFormat) active(c string) bool {
	return f.isDigit(c) || c == f.decimal || c == f.exponent || c == f.grouping || c == f.digit || c == f.separator
}

// A subpicture is a picture of the numbers of one sign.
type subpicture struct {
	format                              *decimalFormat
	text                                string
	prefix, suffix, activePart          string
	mantissa, exponent, whole, fraction string
	hasExponent                         bool

	groups, fractionGroups            []int
	regular                           int
	wholeSize, scale                  int
	leastFraction, mostFraction, exps int
}

// split cuts a subpicture into its parts.
func (f *decimalFormat) split(text string) *subpicture {
	p := &subpicture{format: f, text: text}
	chars := strings.Split(text, "")
	isCore := func(c string) bool { return f.active(c) && c != f.exponent }
	first := slices.IndexFunc(chars, isCore)
	last := len(chars) - 1
	for last >= 0 && !isCore(chars[last]) {
		last--
	}
	if first >= 0 {
		p.prefix, p.suffix = strings.Join(chars[:first], ""), strings.Join(chars[last+1:], "")
		p.activePart = strings.Join(chars[first:last+1], "")
	} else {
		p.activePart = text
	}
	p.mantissa = p.activePart
	p.cutExponent()
	var hasPoint bool
	p.whole, p.fraction, hasPoint = strings.Cut(p.mantissa, f.decimal)
	if !hasPoint {
		p.fraction = p.suffix
	}
	return p
}

// cutExponent separates mantissa and exponent. The reference implementation looks for the exponent in the whole text and
// cuts what follows the prefix at that index: a prefix moves the cut to the right.
func (p *subpicture) cutExponent() {
	prefix := runeLength(p.prefix)
	at := strings.Index(p.text[len(p.prefix):], p.format.exponent)
	if at < 0 || p.format.exponent == "" {
		return
	}
	at = prefix + runeLength(p.text[len(p.prefix):][:at])
	if at > runeLength(p.text)-runeLength(p.suffix) {
		return
	}
	active := []rune(p.activePart)
	p.mantissa, p.exponent = string(active[:min(at, len(active))]), string(active[min(at+1, len(active)):])
	p.hasExponent = true
}

// count returns how many characters are digits, with optional ones or without.
func (p *subpicture) count(s string, optional bool) int {
	n := 0
	for _, c := range strings.Split(s, "") {
		if p.format.isDigit(c) || optional && c == p.format.digit {
			n++
		}
	}
	return n
}

// check applies the rules of pictures (XPath: picture string syntax). If several are broken, the last one counts, as in
// the reference implementation.
func (p *subpicture) check() *Error {
	f := p.format
	code := ""
	rule := func(broken bool, c string) {
		if broken {
			code = c
		}
	}
	has := func(s string) bool { return strings.Contains(p.text, s) }
	rule(strings.Count(p.text, f.decimal) > 1, "D3081")
	rule(strings.Count(p.text, f.percent) > 1, "D3082")
	rule(strings.Count(p.text, f.perMille) > 1, "D3083")
	rule(has(f.percent) && has(f.perMille), "D3084")
	rule(p.count(p.mantissa, true) == 0, "D3085")
	rule(slices.ContainsFunc(strings.Split(p.activePart, ""), func(c string) bool { return !f.active(c) }), "D3086")
	if has(f.decimal) {
		before, after, _ := strings.Cut(p.text, f.decimal)
		rule(strings.HasSuffix(before, f.grouping) || strings.HasPrefix(after, f.grouping), "D3087")
	} else {
		rule(strings.HasSuffix(p.whole, f.grouping), "D3088")
	}
	rule(has(f.grouping+f.grouping), "D3089")
	before, _, found := strings.Cut(p.whole, f.digit)
	rule(found && p.count(before, false) > 0, "D3090")
	i := strings.LastIndex(p.fraction, f.digit)
	rule(i >= 0 && p.count(p.fraction[max(i, 0):], false) > 0, "D3091")
	rule(p.hasExponent && p.exponent != "" && (has(f.percent) || has(f.perMille)), "D3092")
	rule(p.hasExponent && (p.exponent == "" || p.count(p.exponent, false) != runeLength(p.exponent)), "D3093")
	if code != "" {
		return fail(code)
	}
	return nil
}

// analyse finds out how many digits the picture asks for, and where its groups are.
func (p *subpicture) analyse() {
	f := p.format
	for rest := p.whole; ; {
		_, after, found := strings.Cut(rest, f.grouping)
		if !found || f.grouping == "" {
			break
		}
		p.groups = append(p.groups, p.count(after, true))
		rest = after
	}
	p.regular = regularGroups(p.groups)
	for at := 0; f.grouping != ""; {
		i := strings.Index(p.fraction[at:], f.grouping)
		if i < 0 {
			break
		}
		at += i
		p.fractionGroups = append(p.fractionGroups, p.count(p.fraction[:at], true))
		at += len(f.grouping)
	}
	p.wholeSize = p.count(p.whole, false)
	p.scale = p.wholeSize
	p.leastFraction, p.mostFraction = p.count(p.fraction, false), p.count(p.fraction, true)
	if p.wholeSize == 0 && p.mostFraction == 0 {
		if p.hasExponent {
			p.leastFraction, p.mostFraction = 1, 1
		} else {
			p.wholeSize = 1
		}
	}
	if p.hasExponent && p.wholeSize == 0 && strings.Contains(p.whole, f.digit) {
		p.wholeSize = 1
	}
	if p.wholeSize == 0 && p.leastFraction == 0 {
		p.leastFraction = 1
	}
	p.exps = p.count(p.exponent, false)
}

// formatPicture is $formatNumber: it formats a number by a picture of XPath (F&O 4.7).
func formatPicture(c *Context, args []any) (any, *Error) {
	n, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	picture, _ := args[1].(string)
	if len(picture) > mostWide {
		return nil, c.m.spendBytes(math.MaxInt32)
	}
	f := newDecimalFormat(args[2])
	parts := []string{picture}
	if f.separator != "" {
		parts = strings.Split(picture, f.separator)
	}
	if len(parts) > 2 {
		return nil, fail("D3080")
	}
	var pictures []*subpicture
	for _, part := range parts {
		p := f.split(part)
		if err := p.check(); err != nil {
			return nil, err
		}
		p.analyse()
		pictures = append(pictures, p)
	}
	p := pictures[0]
	switch {
	case n >= 0:
	case len(pictures) == 2:
		p = pictures[1]
	default:
		p.prefix = f.minus + p.prefix
	}
	s := p.number(n)
	return s, c.m.spendBytes(len(s))
}

// number writes a number with the picture.
func (p *subpicture) number(n float64) string {
	f := p.format
	switch {
	case strings.Contains(p.text, f.percent):
		n *= 100
	case strings.Contains(p.text, f.perMille):
		n *= 1000
	}
	exponent := 0
	if p.exps > 0 {
		n, exponent = p.scaled(n)
	}
	n = math.Abs(roundTo(n, float64(p.mostFraction)))
	s := formatNumber(n) // as toFixed does from 1e21 on
	if n < 1e21 {
		s = strconv.FormatFloat(n, 'f', p.mostFraction, 64)
	}
	whole, fraction, _ := strings.Cut(s, ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	whole = strings.Repeat("0", max(0, p.wholeSize-len(whole))) + whole
	fraction += strings.Repeat("0", max(0, p.leastFraction-len(fraction)))
	if p.regular > 0 {
		whole = p.digits(whole, func(i, length int) bool { return i > 0 && (length-i)%p.regular == 0 })
	} else {
		whole = p.grouped(p.digits(whole, nil), fraction)
	}
	fraction = p.digits(fraction, nil)
	for _, at := range p.fractionGroups { // each position counts the separators before it, as in the reference implementation
		runes := []rune(fraction)
		at = min(at, len(runes))
		fraction = string(runes[:at]) + f.grouping + string(runes[at:])
	}
	out := whole + f.decimal + fraction
	if !strings.Contains(p.text, f.decimal) || fraction == "" {
		_, size := utf8.DecodeLastRuneInString(out)
		out = out[:len(out)-size]
	}
	out = p.prefix + out
	if p.exps > 0 {
		out += f.exponent
		if exponent < 0 {
			out += f.minus
		}
		digits := strconv.Itoa(max(exponent, -exponent))
		out += p.digits(strings.Repeat("0", max(0, p.exps-len(digits)))+digits, nil)
	}
	return out + p.suffix
}

// grouped puts separators into the whole digits at positions that are not regular. One that lies before the first digit is
// put where the reference implementation has it, which counts such a position from the end of the number.
func (p *subpicture) grouped(whole, fraction string) string {
	runes := []rune(whole)
	rest := len([]rune(p.format.decimal)) + len([]rune(fraction))
	for _, g := range p.groups {
		at := len(runes) - g
		if at < 0 {
			at = max(0, at+len(runes)+rest)
		}
		at = min(at, len(runes))
		runes = slices.Concat(runes[:at], []rune(p.format.grouping), runes[at:])
	}
	return string(runes)
}

// scaled moves the decimal point so that the mantissa has as many digits as the picture, and returns the exponent.
func (p *subpicture) scaled(n float64) (float64, int) {
	most, least := math.Pow(10, float64(p.scale)), math.Pow(10, float64(p.scale-1))
	exponent := 0
	if n == 0 || math.IsInf(n, 0) || math.IsNaN(n) {
		return n, 0
	}
	for ; math.Abs(n) < least; exponent-- {
		n *= 10
	}
	for ; math.Abs(n) > most; exponent++ {
		n /= 10
	}
	return n, exponent
}

// digits writes digits in the script of the format, with separators before those that separated reports.
func (p *subpicture) digits(s string, separated func(i, length int) bool) string {
	var b strings.Builder
	for i, d := range s {
		if separated != nil && separated(i, len(s)) {
			b.WriteString(p.format.grouping)
		}
		if d >= '0' && d <= '9' {
			d += p.format.zero - '0'
		}
		b.WriteRune(d)
	}
	return b.String()
}

package jsonata

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// An integerStyle is how a picture writes integers.
type integerStyle uint8

const (
	decimalStyle integerStyle = iota
	letterStyle
	romanStyle
	wordStyle
	sequenceStyle // a numbering of another kind, which is not supported
)

// A textCase is how letters are written.
type textCase uint8

const (
	lowerCase textCase = iota
	upperCase
	titleCase
)

// An integerPicture is a picture of an integer, as XPath's fn:format-integer defines it.
type integerPicture struct {
	style     integerStyle
	letters   textCase
	ordinal   bool
	zero      rune // the digit 0 of the script
	mandatory int
	optional  int
	groups    []separator
	regular   int    // the size of groups if they are all alike, or 0
	token     string // what is not supported
	width     int    // how many digits are read if others follow; 0 is all
}

// A separator is before so many of the last digits.
type separator struct {
	position int
	char     string
}

// zeros are the digits 0 of the scripts that have decimal digits.
var zeros = []rune{0x30, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
	0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40,
	0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10}

// readIntegerPicture reads a picture such as #,##0, Ww or 1;o.
func readIntegerPicture(picture string) (*integerPicture, *Error) {
	p := &integerPicture{zero: '0'}
	primary := picture
	if i := strings.LastIndexByte(picture, ';'); i >= 0 {
		primary = picture[:i]
		p.ordinal = strings.HasPrefix(picture[i+1:], "o")
	}
	switch primary {
	case "A":
		p.style, p.letters = letterStyle, upperCase
	case "a":
		p.style = letterStyle
	case "I":
		p.style, p.letters = romanStyle, upperCase
	case "i":
		p.style = romanStyle
	case "W":
		p.style, p.letters = wordStyle, upperCase
	case "Ww":
		p.style, p.letters = wordStyle, titleCase
	case "w":
		p.style = wordStyle
	default:
		return p, p.digits(primary)
	}
	return p, nil
}

// digits reads a pattern of digits, optional digits and separators, from its end.
func (p *integerPicture) digits(pattern string) *Error {
	runes := []rune(pattern)
	slices.Reverse(runes)
	for _, r := range runes {
		i := slices.IndexFunc(zeros, func(zero rune) bool { return r >= zero && r <= zero+9 })
		switch {
		case i >= 0:
			if p.mandatory > 0 && p.zero != zeros[i] {
				return fail("D3131")
			}
			p.zero = zeros[i]
			p.mandatory++
		case r == '#':
			p.optional++
		default:
			p.groups = append(p.groups, separator{p.mandatory + p.optional, string(r)})
		}
	}
	if p.mandatory == 0 {
		p.style, p.token = sequenceStyle, pattern
		return nil
	}
	positions := make([]int, len(p.groups))
	for i, g := range p.groups {
		if g.char != p.groups[0].char {
			return nil
		}
		positions[i] = g.position
	}
	p.regular = regularGroups(positions)
	return nil
}

// regularGroups returns the size of groups if separators are at all multiples of it, or 0.
func regularGroups(positions []int) int {
	if len(positions) == 0 {
		return 0
	}
	size := 0
	for _, p := range positions {
		for a := p; a != 0; {
			size, a = a, size%a
		}
	}
	for i := range positions {
		if !slices.Contains(positions, (i+1)*size) {
			return 0
		}
	}
	return size
}

// mostWide is how many digits, letters or words an integer may be written with.
const mostWide = 100_000

// format writes an integer.
func (p *integerPicture) format(f float64) (string, *Error) {
	size := math.Abs(f)
	var s string
	switch p.style {
	case letterStyle:
		s = p.alphabetic(size)
	case romanStyle:
		if size > mostWide*1000 || math.IsNaN(size) {
			return "", fail("D1001").of(f)
		}
		s = roman(int(size))
		if p.letters == upperCase {
			s = strings.ToUpper(s)
		}
	case wordStyle:
		if math.IsInf(size, 0) || math.IsNaN(size) {
			return "", fail("D1001").of(f)
		}
		s = inWords(size, p.ordinal)
		switch p.letters {
		case upperCase:
			s = strings.ToUpper(s)
		case lowerCase:
			s = strings.ToLower(s)
		}
	case sequenceStyle:
		return "", fail("D3130").about(quote(p.token))
	default:
		s = p.decimal(size)
	}
	if f < 0 {
		s = "-" + s
	}
	return s, nil
}

// decimal writes digits, with separators and the suffix of ordinal numbers.
func (p *integerPicture) decimal(f float64) string {
	s := formatNumber(number(f))
	if missing := p.mandatory - len(s); missing > 0 {
		s = strings.Repeat("0", missing) + s
	}
	ascii := s
	if p.zero != '0' {
		s = strings.Map(func(r rune) rune { return r - '0' + p.zero }, s)
	}
	out := p.grouped([]rune(s))
	if p.ordinal {
		out += ordinalSuffix(ascii)
	}
	return out
}

// grouped puts separators between digits. One that lies before the first digit is put first, and only as many digits as it
// lies outside remain, as in the reference implementation.
func (p *integerPicture) grouped(digits []rune) string {
	groups := p.groups
	if p.regular > 0 {
		groups = nil
		for at := p.regular; at < len(digits); at += p.regular {
			groups = append(groups, separator{at, p.groups[0].char})
		}
	}
	for _, g := range slices.Backward(groups) {
		at := len(digits) - g.position
		if at < 0 {
			digits = slices.Concat([]rune(g.char), digits[max(0, len(digits)+at):])
			continue
		}
		digits = slices.Concat(digits[:at], []rune(g.char), digits[at:])
	}
	return string(digits)
}

func ordinalSuffix(digits string) string {
	n := len(digits)
	if n > 1 && digits[n-2] == '1' {
		return "th"
	}
	switch digits[n-1] {
	case '1':
		return "st"
	case '2':
		return "nd"
	case '3':
		return "rd"
	}
	return "th"
}

// alphabetic writes a, b, … z, aa, ab …
func (p *integerPicture) alphabetic(f float64) string {
	first := 'a'
	if p.letters == upperCase {
		first = 'A'
	}
	var out []rune
	for f > 0 && len(out) < mostWide && !math.IsInf(f, 0) {
		out = append(out, first+rune(math.Mod(f-1, 26)))
		f = math.Floor((f - 1) / 26)
	}
	slices.Reverse(out)
	return string(out)
}

// parse reads an integer that was written with the picture. NaN is a text that is not one.
func (p *integerPicture) parse(s string) (float64, *Error) {
	switch p.style {
	case letterStyle:
		first := 'a'
		if p.letters == upperCase {
			first = 'A'
		}
		total := 0.0
		for _, r := range s {
			total = total*26 + float64(r-first+1)
		}
		return total, nil
	case romanStyle:
		if p.letters != upperCase {
			s = strings.ToUpper(s)
		}
		return fromRoman(s), nil
	case wordStyle:
		return fromWords(strings.ToLower(s)), nil
	case sequenceStyle:
		return 0, fail("D3130").about(quote(p.token))
	}
	if p.ordinal && len(s) >= 2 {
		s = s[:len(s)-2]
	}
	if p.regular > 0 {
		s = strings.ReplaceAll(s, ",", "")
	} else {
		for _, g := range p.groups {
			s = strings.ReplaceAll(s, g.char, "")
		}
	}
	if p.zero != '0' {
		s = strings.Map(func(r rune) rune { return r - p.zero + '0' }, s)
	}
	return leadingInteger(s), nil
}

// leadingInteger reads the integer that a text begins with, as parseInt does, or NaN.
func leadingInteger(s string) float64 {
	s = strings.TrimLeft(s, " \t\n\r\v\f")
	end := 0
	if end < len(s) && (s[0] == '-' || s[0] == '+') {
		end++
	}
	digits := end
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == digits {
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(s[:end], 64)
	return f
}

func formatInteger(c *Context, args []any) (any, *Error) {
	f, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	picture, _ := args[1].(string)
	p, err := readIntegerPicture(picture)
	if err != nil {
		return nil, err
	}
	s, err := p.format(math.Floor(f))
	if err != nil {
		return nil, err
	}
	return s, c.m.spendBytes(len(s))
}

func parseInteger(_ *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	picture, _ := args[1].(string)
	p, err := readIntegerPicture(picture)
	if err != nil {
		return nil, err
	}
	f, err := p.parse(s)
	if err != nil {
		return nil, err
	}
	return number(f), nil
}

// runeLength returns how many characters a text has.
func runeLength(s string) int { return utf8.RuneCountInString(s) }

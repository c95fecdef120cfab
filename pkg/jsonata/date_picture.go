package jsonata

import (
	"math"
	"strings"
)

// A datePicture is a picture of a date and time, as XPath's fn:format-dateTime defines it: [Y0001]-[M01]-[D01].
type datePicture []datePart

// A datePart is a text, or a component such as [MNn,3-3].
type datePart struct {
	literal   string
	component byte // 0 in a text
	names     bool // written as a name, in letters
	letters   textCase
	integer   *integerPicture
	modifier  byte // the last letter, one of a, t, c and o
	maxWidth  int  // or 0
	digits    int  // how many digits of the year are written; 0 is all
}

// defaultPresentations are how components are written if the picture has only their letter.
var defaultPresentations = map[byte]string{'Y': "1", 'M': "1", 'D': "1", 'd': "1", 'F': "n", 'W': "1", 'w': "1", 'X': "1",
	'x': "1", 'H': "1", 'h': "1", 'P': "n", 'm': "01", 's': "01", 'f': "1", 'Z': "01:01", 'z': "01:01", 'C': "n", 'E': "n"}

// readDatePicture reads a picture.
func readDatePicture(picture string) (datePicture, *Error) {
	var out datePicture
	literal := func(s string) {
		if s != "" {
			out = append(out, datePart{literal: strings.ReplaceAll(s, "]]", "]")})
		}
	}
	for {
		before, rest, found := strings.Cut(picture, "[")
		literal(before)
		if !found {
			return out, nil
		}
		if after, escaped := strings.CutPrefix(rest, "["); escaped {
			out = append(out, datePart{literal: "["})
			picture = after
			continue
		}
		marker, after, closed := strings.Cut(rest, "]")
		if !closed {
			return nil, fail("D3135")
		}
		part, err := readDatePart(strings.Join(strings.Fields(marker), ""))
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && part.integer != nil && part.component != 'Z' && part.component != 'z' && out[n-1].integer != nil {
			out[n-1].integer.width = out[n-1].integer.mandatory
		}
		out = append(out, part)
		picture = after
	}
}

// readDatePart reads what is between brackets: the component, its presentation, and after a comma its width.
func readDatePart(marker string) (datePart, *Error) {
	var p datePart
	if marker == "" {
		return p, fail("D3132").about(`""`)
	}
	p.component = marker[0]
	presentation := marker[1:]
	minWidth := 0
	if i := strings.LastIndexByte(marker, ','); i >= 1 {
		presentation = marker[1:i]
		least, most, _ := strings.Cut(marker[i+1:], "-")
		minWidth, p.maxWidth = widthOf(least), widthOf(most)
	}
	if n := len(presentation); n > 1 && strings.IndexByte("atco", presentation[n-1]) >= 0 {
		p.modifier = presentation[n-1]
		presentation = presentation[:n-1]
	}
	if presentation == "" {
		presentation = defaultPresentations[p.component]
	}
	switch {
	case presentation == "":
		return p, fail("D3132").about(quote(marker[:1]))
	case presentation[0] == 'n':
		p.names = true
	case strings.HasPrefix(presentation, "Nn"):
		p.names, p.letters = true, titleCase
	case presentation[0] == 'N':
		p.names, p.letters = true, upperCase
	case strings.IndexByte("YMDdFWwXxHhmsf", p.component) >= 0:
		if err := p.number(presentation, minWidth); err != nil {
			return p, err
		}
	}
	if p.component == 'Z' || p.component == 'z' {
		var err *Error
		p.integer, err = readIntegerPicture(presentation)
		return p, err
	}
	return p, nil
}

// number reads the presentation of a component that is written as a number.
func (p *datePart) number(presentation string, minWidth int) *Error {
	if p.modifier != 0 {
		presentation += ";" + string(p.modifier)
	}
	var err *Error
	if p.integer, err = readIntegerPicture(presentation); err != nil {
		return err
	}
	p.integer.mandatory = max(p.integer.mandatory, minWidth)
	if p.component != 'Y' {
		return nil
	}
	if p.maxWidth > 0 {
		p.digits = p.maxWidth
		p.integer.mandatory = p.maxWidth
	} else if n := p.integer.mandatory + p.integer.optional; n >= 2 {
		p.digits = n
	}
	return nil
}

// widthOf reads a width; * and what is missing are 0.
func widthOf(s string) int {
	f := leadingInteger(s)
	if math.IsNaN(f) || f < 0 || f > mostWide {
		return 0
	}
	return int(f)
}

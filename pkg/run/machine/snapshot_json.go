package machine

import (
	"encoding/json"
	"errors"
	"math"

	"github.com/flowglot/flowglot/pkg/value"
)

// state is a snapshot but for its methods, so that encoding/json handles its fields.
type state Snapshot

// Append appends the snapshot as JSON: an object of "state" and "values". Values keep the order of their members and the
// kind of their numbers: a floating-point number has a point or an exponent.
func (s *Snapshot) Append(dst []byte) ([]byte, error) {
	control, err := json.Marshal((*state)(s))
	if err != nil {
		return nil, err
	}
	dst = append(append(append(dst, `{"state":`...), control...), `,"values":`...)
	return append(appendExact(dst, s.Values), '}'), nil
}

// ParseSnapshot reads a snapshot as [Snapshot.Append] writes it. Data may nest [value.MaxDepth] levels deep.
func ParseSnapshot(text []byte) (*Snapshot, error) {
	all, err := value.Parse(text)
	if err != nil {
		return nil, err
	}
	control, values, ok := parts(all)
	if !ok {
		return nil, errors.New(`a snapshot is an object of "state" and "values"`)
	}
	s := &Snapshot{}
	if err := json.Unmarshal(value.Append(nil, control), (*state)(s)); err != nil {
		return nil, err
	}
	s.Values = values
	return s, nil
}

// MarshalJSON implements [json.Marshaler]. Other than [Snapshot.Append], it fails where data nests 10,000 levels deep.
func (s *Snapshot) MarshalJSON() ([]byte, error) { return s.Append(nil) }

// UnmarshalJSON implements [json.Unmarshaler].
func (s *Snapshot) UnmarshalJSON(text []byte) error {
	out, err := ParseSnapshot(text)
	if err == nil {
		*s = *out
	}
	return err
}

func parts(v any) (control any, values []any, ok bool) {
	o, ok := v.(*value.Object)
	if !ok {
		return nil, nil, false
	}
	values, ok = o.Get("values").([]any)
	return o.Get("state"), values, ok
}

// appendExact appends a value as JSON that reads as the same value: 1.0 does not become 1.
func appendExact(dst []byte, v any) []byte {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			if v == 0 && math.Signbit(v) {
				return append(dst, "-0.0"...)
			}
			return append(value.Append(dst, v), ".0"...)
		}
	case []any:
		dst = append(dst, '[')
		for i, x := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendExact(dst, x)
		}
		return append(dst, ']')
	case *value.Object:
		dst = append(dst, '{')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(value.AppendString(dst, v.At(i).Key), ':')
			dst = appendExact(dst, v.At(i).Value)
		}
		return append(dst, '}')
	}
	return value.Append(dst, v)
}

package machine

import (
	"encoding/json"
	"errors"

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
	return append(value.AppendExact(dst, s.Values), '}'), nil
}

// ParseSnapshot reads a snapshot as [Snapshot.Append] writes it. Data may nest [value.MaxDepth] levels deep.
func ParseSnapshot(text []byte) (*Snapshot, error) {
	all, err := value.Parse(text)
	if err != nil {
		return nil, err
	}
	return SnapshotOf(all)
}

// SnapshotOf reads a snapshot from the JSON that [Snapshot.Append] appends, when that was read as a part of more.
func SnapshotOf(all any) (*Snapshot, error) {
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

package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// MostState is how many bytes a state may have as JSON.
const MostState = 64 << 20

// Append appends the state as JSON: an object of "run", "machine" and "values". Values keep the order of their members and the kind of
// their numbers. It is an error if the state is larger than [MostState].
func (st *State) Append(dst []byte) ([]byte, error) {
	size := 0
	for _, list := range [][]any{st.Values, st.Machine.Values} {
		for _, v := range list {
			if size += value.Size(v, MostState); size > MostState {
				return nil, fmt.Errorf("the data of the run is larger than %d MB", MostState>>20)
			}
		}
	}
	control, err := json.Marshal(st)
	if err != nil {
		return nil, err
	}
	start := len(dst)
	dst = append(append(append(dst, "{\"run\":"...), control...), ",\n\"machine\":"...)
	if dst, err = st.Machine.Append(dst); err != nil {
		return nil, err
	}
	dst = append(value.AppendExact(append(dst, ",\n\"values\":"...), st.Values), "}\n"...)
	if len(dst)-start > MostState {
		return nil, fmt.Errorf("the data of the run is larger than %d MB", MostState>>20)
	}
	return dst, nil
}

// IsState reports whether a JSON value has the shape of a state, for those who tell it from other files.
func IsState(v any) bool {
	o, ok := v.(*value.Object)
	return ok && o.Has("run") && o.Has("machine")
}

// ParseState reads a state as [State.Append] writes it.
func ParseState(text []byte) (*State, error) {
	all, err := value.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the saved run is not valid JSON: %w", err)
	}
	if !IsState(all) {
		return nil, errors.New("it is not a saved run")
	}
	o := all.(*value.Object)
	control, _ := o.Get("run").(*value.Object)
	if v := control.Get("version"); !value.Equal(v, int64(StateVersion)) {
		return nil, fmt.Errorf("the saved run has the version %s, and this flowglot reads version %d", value.Append(nil, v), StateVersion)
	}
	st := &State{}
	if err := json.Unmarshal(value.Append(nil, control), st); err != nil {
		return nil, damaged(err)
	}
	var ok bool
	if st.Values, ok = o.Get("values").([]any); !ok {
		return nil, errors.New(`the saved run is damaged: "values" is not a list`)
	}
	if st.Machine, err = machine.SnapshotOf(o.Get("machine")); err != nil {
		return nil, damaged(err)
	}
	return st, nil
}

// damaged is the error for members that are not what they have to be.
func damaged(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("the saved run is damaged: %q cannot be a %s", wrong.Field, strings.TrimSuffix(wrong.Value, " "))
	}
	return fmt.Errorf("the saved run is damaged: %w", err)
}

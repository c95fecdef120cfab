package source

import "testing"

// TestLastMembersOfAChangedObject adds a member to an object whose keys the reader has found to differ.
func TestLastMembersOfAChangedObject(t *testing.T) {
	t.Parallel()
	f := NewFile("x.json", []byte(`{"a": 1, "b": 2}`))
	Parse(f)
	n := f.Root
	n.Members = append(n.Members, Member{Key: "a", Value: &Node{Kind: Number, Text: "3"}})
	var got string
	for _, m := range n.LastMembers() {
		got += m.Key + m.Value.Text + " "
	}
	if got != "b2 a3 " {
		t.Errorf("got %s", got)
	}
}

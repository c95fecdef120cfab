package verify

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/value"
)

// What is made up for a run of a definition with many tasks and conditions is bounded, so that it takes time in proportion to the
// definition: an answer then has a part of one of few documents.
const (
	mostSet      = 4_000 // members that one reply of each task has together, before they are parts of documents
	mostDrawn    = 4     // such documents of a run
	mostAnswered = 32    // members of one of them that an answer has
	mostMarks    = 100   // names of members by which answers differ
)

// document returns an object as [inventor.object] does; in a run with many tasks and conditions, one of a few.
func (v *inventor) document(likely float64, mark string) *value.Object {
	if len(v.tasks)*len(v.facts) <= mostSet {
		return v.object(likely, mark)
	}
	if len(v.documents) < mostDrawn {
		v.documents = append(v.documents, v.object(likely, "note"))
		return v.documents[len(v.documents)-1]
	}
	return v.documents[v.random.Intn(mostDrawn)]
}

// near returns the part of a document that conditions near a task compare: those about as far from the start of the definition.
func (v *inventor) near(document *value.Object, task int) *value.Object {
	out := value.NewObject(mostAnswered)
	from := task*len(v.facts)/len(v.tasks) - mostAnswered/2
	from = max(0, min(from, len(v.facts)-mostAnswered))
	for i := range v.facts[from:min(from+mostAnswered, len(v.facts))] {
		name := v.facts[from+i].steps[0].Name
		if x, ok := document.Lookup(name); ok {
			out.Set(name, x)
		}
	}
	return out
}

// markTasks gives each task the member by which its answers differ from those of others, and of many tasks from those of the tasks near
// it. Where answers overwrite no part of an object, tasks whose answers are put at one place have the same one.
func (v *inventor) markTasks() {
	first := map[string]int{} // by place, the task whose answers are put there
	for i := range v.tasks {
		t := &v.tasks[i]
		number := i
		if len(v.tasks) > mostMarks && t.beside == 0 {
			number %= mostMarks
		}
		same := i
		for _, place := range t.places {
			if len(place) == 0 || !v.domain.Disjoint {
				continue
			}
			key := keyOf(place)
			if _, ok := first[key]; !ok {
				first[key] = i
			}
			same = min(same, first[key])
		}
		if same < i {
			v.marks = append(v.marks, v.marks[same])
		} else {
			v.marks = append(v.marks, fmt.Sprintf("made%d", number+1))
		}
	}
}

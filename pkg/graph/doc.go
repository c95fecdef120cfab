// Package graph draws workflows.
//
// [Of] turns a workflow into a [Drawing]: boxes, arrows and the texts on them, the same for every dialect and for every
// way to show them. Its methods print it: [Drawing.Mermaid] for people, [Drawing.JSON] for programs.
//
// What a drawing shows is what the author wrote. Each element is one box; the auxiliary nodes after it are folded into
// arrows to the end. The branches of a scope are boxes inside the box of the scope, and no arrow crosses the border of
// one. Meaning is in the texts, and colours only repeat it, because many places that show diagrams strip styles.
package graph

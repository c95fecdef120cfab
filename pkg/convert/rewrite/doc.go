// Package rewrite changes nets until a dialect can write them.
//
// A rewrite turns one construct of a net into others that behave the same, or nearly, and describes where they do not. It knows no
// dialect: it looks at the net and at a table of abilities. [Apply] takes the rewrites in their order, and each does its work if
// the target lacks what it removes. What comes out is a program of the model like any other: it can be run, checked and drawn,
// and the dialect writes it construct by construct.
//
// # Plain nets
//
// The first rewrites bring the net of every source to one form, the plain net, which the later ones and the dialects rely on:
//
//   - A region has a start node, and every path ends at a node of kind End (or [workflow.Fail], or parks at a node without edges).
//     A token carries the document; where regions run at once each has its own. There are no nodes of kind State or Resource,
//     no JoinEdges, SplitAll or SplitFork: what runs at once is a node of kind Scope with a region for each branch, and an iteration one
//     with Each. A conditional step of a graph (When) is a choice. The Gather of parallel regions describes what their results become:
//     a list, the changes to one document, or, of a graph whose steps wait for their edges, GatherJoined, GatherSpread or GatherMerged.
//   - A task is a node by itself, with Select, Payload, Result, Combine and Output as its stages, its Retry, its Timers and its
//     error edges, and not a scope around one. What happens on an edge (a processor, a produced event) is a node on the edge's path, and
//     an edge has no stages of its own but Result and Combine of one that catches an error, whose Output has been made a pass node.
//   - Data goes into the document by Combine: nil replaces it, SetAt puts it at a path, MergeDeep and MergeShallow merge its members,
//     Drop leaves the document alone. Base of all is what came to the node (Effective is false) unless Select is nil.
//   - Variables are members of the document, unless the target has variables.
//   - Computed values are pass nodes whose Result is an [expr.Object] and whose Combine is MergeShallow, unless they are Payload or
//     Result of a node and the target has these.
//   - An element has one primary node. A node that a rewrite adds belongs to an element of its own, made by [Conversion.NewElement]
//     from the element of the source that it serves. Where a rewrite splits one element into several nodes, its name stays with
//     the one that a reader would look for, and the added ones get names that reading back recognises.
//   - Expressions are the source's own until the last rewrite, which has the target put each of them in its own language, and puts a task
//     in the place of one that it cannot express, whose answer decides.
package rewrite

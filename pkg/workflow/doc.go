// Package workflow is the model that every dialect is lowered to: a workflow net with data.
//
// A [Program] holds workflows, a [Workflow] has a root [Region], and a region is a net: nodes with a join rule and a
// split rule, and edges along which tokens move. Regions nest inside scope nodes: the branches of a parallel state, the
// body of an iteration. A token carries a document through the net, and each node and edge takes that document through
// its [Stages].
//
// What an author wrote and named, a state or a step, is an [Element]. Nodes and edges belong to elements: one node is
// the primary part of its element, others are auxiliary (the end after `"End": true`). Whatever people see speaks of
// elements.
//
// What the model has no part for stays in ordered [Extras], so that raising to the dialect a definition came from gives
// back every field of it. Raising reads the model alone.
//
// Drawing, running, checking and converting know this package and no dialect. Once it is built, a workflow is not
// changed and may be used by several goroutines.
package workflow

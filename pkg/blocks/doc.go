// Package blocks finds the structure in a region of the model, for languages in which what runs in parallel has to nest: a
// part with one entry and one exit, and in it branches that are such parts themselves.
//
// There are two kinds of nets in which things run in parallel, and a function for each:
//
//   - In the one, tokens move along plain transitions, in any graph. A fork splits a token ([workflow.SplitFork]), and its join
//     brings the branches of that fork together, by whichever paths they come. [Flows] gives, for the region and for each branch
//     of a fork, the nodes that one token moves through. A part that is not a block is reported as a [Flaw].
//   - In the other, every node splits and every node waits for all of its edges ([workflow.SplitAll], [workflow.JoinEdges]): the
//     graph holds the dependencies. [Nest] takes it apart into sequences and parallel parts. What is left is returned as layers, each of
//     which needs only those before it; a cycle is a flaw.
//
// Neither looks into the regions of scopes: those nest by themselves, and each can be asked for in turn.
package blocks

import "github.com/flowglot/flowglot/pkg/workflow"

// A Flaw is why a part of a net is not a block.
type Flaw struct {
	Kind FlawKind
	// Fork is the one in whose branch the flaw is; nil if it is in none.
	Fork *workflow.Node
	// Nodes are those at fault, the first one first: of Cycles, the nodes of the cycle in the order in which they follow each
	// other; otherwise a single one.
	Nodes []*workflow.Node
}

// FlawKind is the reason why a part of a net is not a block.
type FlawKind uint8

// The kinds of flaws.
const (
	Ends         FlawKind = iota // an end in a branch: its token never comes to the join
	Parks                        // a node in a branch that leads nowhere, or no path leads from it to the end
	Cycles                       // a branch leads back to the fork that it comes from, or what needs what is a cycle
	NoJoin                       // a fork whose branches nothing brings together
	StrayJoin                    // a join to which a token leads that is of no branch of its fork, or of another one's
	FurtherToken                 // a timer that does not interrupt: its token is one more, and of no branch
	TooDeep                      // a fork in more than MaxDepth others
	TooLarge                     // so many branches share nodes that writing each out takes too much
)

// MaxDepth is how many blocks may lie in one another.
const MaxDepth = 200

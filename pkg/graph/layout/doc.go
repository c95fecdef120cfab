// Package layout places the boxes of a directed graph in layers and routes its edges between them at right angles.
//
// It is geometry only: it knows sizes, and nothing of what the boxes show. [Place] works in the steps of Sugiyama,
// Tagawa and Toda (1981):
//
//   - Edges that close a cycle are reversed until the routes are made (acyclic.go).
//   - Every box gets a rank: the longest path to it, and then closer to where its edges lead (rank.go).
//   - An edge gets a bend point in every layer that it passes, and its label a place in a layer of its own between those of
//     boxes. From there on, edges to the same box share their bend points, which makes one line of them (layers.go).
//   - The order in each layer is chosen so that few edges cross (order.go).
//   - Positions across the layers are those of Brandes and Köpf (2002), which keep long edges straight (align.go, place.go).
//   - Edges leave and enter boxes at ports side by side (ports.go), and run in tracks between the layers (tracks.go).
//
// So no edge can cross a box, and no label covers a box, an edge or another label: each has room of its own in a layer,
// and between the layers there is nothing but edges. The result depends on nothing but the input.
package layout

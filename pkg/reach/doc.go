// Package reach is what a run may reach outside of it where a definition names it: files below a directory, and addresses on
// the network. Each is as narrow as it can be: a definition is read by people who did not write it.
package reach

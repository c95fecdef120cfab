// Package files reads files whole, within bounds, and writes them so that whatever happens a file is either the old or the
// new one.
package files

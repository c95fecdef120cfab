// flowglot lints, draws and locally runs workflow definitions, and moves them between dialects.
package main

import (
	"os"

	"github.com/flowglot/flowglot/cmd"
)

func main() {
	w := cmd.System()
	w.Memory = collectRarely()
	os.Exit(cmd.Main(os.Args[1:], w))
}

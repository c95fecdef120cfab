// Package load turns paths into definitions, and definitions into linked programs. It is the one place where files are found,
// opened, parsed, recognised, read by their dialect, lowered and linked, for all commands alike.
//
// A [Loader] works in steps, so that a command takes as many of them as it needs: [Loader.Find] gives the paths, [Loader.Open]
// the text of one, [Loader.Read] the definition in it, [Definition.Lower] its program, and [Link] one program of several.
package load

// Package find describes which files a command works on, given the paths that its user wrote: files, directories to walk,
// patterns, and "-" for stdin.
//
// A walk takes the files that the caller wants by their names. It leaves out what .gitignore files exclude, every
// directory called .git, and directories of vendored or generated files such as node_modules and vendor; other hidden
// directories are walked, as git does. It follows no symbolic link to a directory, so that no cycle can hold it; a link to a
// file is that file. What a user names is never left out: the rules apply to what is found below a directory, not to the
// directory itself.
//
// Files are found and not read, but for .gitignore.
package find

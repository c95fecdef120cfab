// Package find tells which files a command works on, given the paths that its user wrote: files, directories to walk,
// patterns, and "-" for stdin.
//
// A walk takes the files that the caller wants by their names. It leaves out what .gitignore files exclude, and every
// directory called .git or node_modules; other hidden directories are walked, as git does. It follows no symbolic link
// to a directory, so that no cycle can hold it; a link to a file is that file. What a user names is never left out:
// the rules speak of what is found below a directory, not of the directory itself.
//
// Files are found and not read, but for .gitignore.
package find

//go:build !linux || !(amd64 || arm64)

package main

// takeHugePages does nothing: the system decides about the size of pages.
func takeHugePages(uint64) {}

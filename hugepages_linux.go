//go:build amd64 || arm64

package main

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// takeHugePages has so many bytes of the heap come from huge pages, where the machine gives them to programs that ask, as most do. The
// runtime of Go does not ask, and half of the time of a large conversion is spent on the faults and addresses of small pages.
//
// It asks for a block that is never touched, which takes address space and no memory. The heap reuses the address space when the block is
// dropped, and the advice stays with it.
func takeHugePages(size uint64) {
	if !onRequest() || !spacious(size) {
		return
	}
	percent := debug.SetGCPercent(-1) // a collection would count the block as memory in use
	_ = syscall.Madvise(make([]byte, size), syscall.MADV_HUGEPAGE)
	runtime.GC()
	debug.SetGCPercent(percent)
}

// onRequest reports whether programs that ask for huge pages get them, and only those. Where the usual page has 4 KiB, a huge one has 2 MiB.
func onRequest() bool {
	modes, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	return err == nil && bytes.Contains(modes, []byte("[madvise]")) && os.Getpagesize() == 4<<10
}

// spacious reports whether there is address space for a block in any case: the runtime ends a program that asks for too much.
func spacious(size uint64) bool {
	var space syscall.Rlimit
	var machine syscall.Sysinfo_t
	if syscall.Getrlimit(syscall.RLIMIT_AS, &space) != nil || syscall.Sysinfo(&machine) != nil {
		return false
	}
	unlimited := space.Cur == math.MaxUint64 && debug.SetMemoryLimit(-1) == math.MaxInt64
	return unlimited && machine.Totalram*uint64(machine.Unit) > 2*size
}

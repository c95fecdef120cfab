package lint

import (
	"runtime"

	"github.com/flowglot/flowglot/pkg/load"
)

// Each checks n files, at once in up to jobs goroutines (0: as many as there are processors) and hands their reports to
// done in the order of the files, one after the other. open gets the definitions of the i-th file; one that it cannot read is
// handed on as the error. The findings keep the text of their file and not its tree. done returning false stops the work.
func (l *Linter) Each(n, jobs int, open func(i int) ([]*load.Definition, error), done func(i int, all []*Report, err error) bool) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, max(n, 1))
	type outcome struct {
		reports []*Report
		err     error
		fault   any // what a check panicked with; the caller's goroutine has to learn of it
	}
	check := func(i int) (o outcome) {
		defer func() { o.fault = recover() }()
		all, err := open(i)
		if err != nil {
			return outcome{err: err}
		}
		reports := l.CheckFile(all)
		release(reports)
		return outcome{reports: reports}
	}
	// A slot for each file keeps the order; the window keeps what is held in memory small.
	window := make(chan struct{}, 4*jobs)
	slots := make([]chan outcome, n)
	for i := range slots {
		slots[i] = make(chan outcome, 1)
	}
	stop := make(chan struct{})
	defer close(stop)
	next := indexes(n, window, stop)
	for range min(jobs, n) {
		go func() {
			for i := range next {
				slots[i] <- check(i)
			}
		}()
	}
	for i := range n {
		o := <-slots[i]
		<-window
		if o.fault != nil {
			panic(o.fault)
		}
		if !done(i, o.reports, o.err) {
			return
		}
	}
}

// indexes sends 0 to n-1, each as soon as there is room in the window for it, until stop is closed.
func indexes(n int, window chan<- struct{}, stop <-chan struct{}) <-chan int {
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range n {
			select {
			case window <- struct{}{}:
			case <-stop:
				return
			}
			select {
			case next <- i:
			case <-stop:
				return
			}
		}
	}()
	return next
}

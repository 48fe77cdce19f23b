package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// workers is how many vectors a client is held to at the same time.
const workers = 4

// report is how a client fared.
type report struct {
	client   string
	vectors  int
	checks   int
	known    int
	failures []string
	took     time.Duration
}

// hold holds a client to vectors.
func hold(ctx context.Context, name string, c client, vectors []vector, listed known) *report {
	began := time.Now()
	r := &report{client: name, vectors: len(vectors)}
	found := make([]*checker, len(vectors))
	next := make(chan int)
	var work sync.WaitGroup
	for range workers {
		work.Go(func() {
			for i := range next {
				found[i] = &checker{ctx: ctx, client: c, checks: map[string]*result{}}
				vectors[i].check(found[i])
			}
		})
	}
	for i := range vectors {
		next <- i
	}
	close(next)
	work.Wait()
	for i, checked := range found {
		r.add(vectors[i].id, checked, listed.of(vectors[i].id))
	}
	r.took = time.Since(began)
	return r
}

// add counts the checks of a vector.
func (r *report) add(id string, c *checker, listed map[string]string) {
	r.checks += len(c.names)
	if len(c.names) == 0 {
		r.fail("%s checks nothing", id)
	}
	for _, name := range c.names {
		_, expected := listed[name]
		switch failed := len(c.checks[name].wrong) > 0; {
		case failed && expected:
			r.known++
		case failed:
			r.fail("%s %s: %s", id, name, strings.Join(c.checks[name].wrong, "; "))
		case expected:
			r.fail("%s %s: passes, but is listed as a known failure: take it off the list", id, name)
		}
	}
	for name := range listed {
		if c.checks[name] == nil {
			r.fail("%s %s: is listed as a known failure, but was not checked", id, name)
		}
	}
}

func (r *report) fail(format string, facts ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, facts...))
}

// longestFailure is how much of a failure is shown, in bytes.
const longestFailure = 1000

// show writes the first failures of a client.
func (r *report) show(to io.Writer, most int) {
	for i, failure := range r.failures {
		if i == most {
			fmt.Fprintf(to, "%s: and %d more\n", r.client, len(r.failures)-i)
			return
		}
		if len(failure) > longestFailure {
			failure = failure[:longestFailure] + "…"
		}
		fmt.Fprintf(to, "%s: %s\n", r.client, failure)
	}
}

// showTable writes a line for each client.
func showTable(to io.Writer, reports []*report) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "client\tvectors\tchecks\tfailures\tknown failures\tseconds\t")
	for _, r := range reports {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%.1f\t\n", r.client, r.vectors, r.checks, len(r.failures), r.known, r.took.Seconds())
	}
	return table.Flush()
}

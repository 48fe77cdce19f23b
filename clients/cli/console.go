package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// console is what the tool has of the machine: its streams, its environment, and
// which of the streams a person is looking at.
type console struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(name string) string

	outTerminal, errTerminal bool
	width                    int // columns of the terminal behind out, 0 when unknown
}

// system is the console of this process.
func system() console {
	c := console{
		in:          os.Stdin,
		out:         os.Stdout,
		err:         os.Stderr,
		getenv:      os.Getenv,
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if c.outTerminal {
		if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			c.width = width
		}
	}
	return c
}

// output is the standard output; it remembers what was lost, since an answer
// that nobody got is no answer.
type output struct {
	to   io.Writer
	lost error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	if err != nil && o.lost == nil {
		o.lost = err
	}
	return n, err
}

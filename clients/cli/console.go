package main

import (
	"bufio"
	"context"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"
)

// console is what the tool has of the machine: its streams, its environment, and
// which of the streams a person is looking at.
type console struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(name string) string
	// interruptible returns a context that ends when somebody interrupts the tool
	// too; nil where nobody can.
	interruptible func(context.Context) (context.Context, context.CancelFunc)

	// departing returns a context that ends, for a *departure, when a signal ends a
	// game too; nil where none can come.
	departing func(context.Context) (context.Context, context.CancelFunc)

	// show runs a program that has the whole screen until it ends, or the context does;
	// nil where there is no terminal to show it on.
	show func(context.Context, tea.Model) error

	inTerminal, outTerminal, errTerminal bool
	width                                int // columns of the terminal behind out, 0 when unknown
}

// framesPerSecond is how often a screen is drawn at most. Cards lie still.
const framesPerSecond = 30

// system is the console of this process.
func system() console {
	c := console{
		in:          os.Stdin,
		out:         os.Stdout,
		err:         os.Stderr,
		getenv:      os.Getenv,
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if c.outTerminal {
		// Where standard input is no terminal, keys come from the one that the screen is on.
		c.show = func(ctx context.Context, model tea.Model) error {
			program := tea.NewProgram(model, tea.WithFPS(framesPerSecond), tea.WithoutSignalHandler())
			defer context.AfterFunc(ctx, program.Quit)()
			_, err := program.Run()
			return err
		}
		if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			c.width = width
		}
	}
	return c
}

// buffered collects what is printed and passes it on in large pieces, at the latest
// before something is said on standard error. A short answer is written at once: its
// reader, such as `head -n 1`, cannot be gone before it is all there. The writer
// returned remembers what was lost.
func (c *console) buffered() *bufio.Writer {
	printed := bufio.NewWriterSize(c.out, 32<<10)
	c.out, c.err = printed, after{printed, c.err}
	return printed
}

// flush passes on what was printed so far.
func (c *console) flush() error {
	if printed, buffered := c.out.(*bufio.Writer); buffered {
		return printed.Flush()
	}
	return nil
}

// after is standard error, which comes after what was printed.
type after struct {
	printed *bufio.Writer
	to      io.Writer
}

func (a after) Write(text []byte) (int, error) {
	_ = a.printed.Flush() // its error stays, and is told at the end
	return a.to.Write(text)
}

package message

import "fmt"

// MoveError is the error of an entry of a log.
type MoveError struct {
	// Index is the entry, counted from 0.
	Index int
	// Err is why the log stops there, an *engine.ParseError or *engine.IllegalMoveError.
	Err error
}

func (e *MoveError) Error() string { return fmt.Sprintf("moves[%d]: %v", e.Index, e.Err) }

// Unwrap returns why the log stops there.
func (e *MoveError) Unwrap() error { return e.Err }

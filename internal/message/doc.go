// Package message tells the values of the engine in the messages of the service,
// and reads the messages that ask for something. The server and the command line
// tool answer with it, so that both say the same.
//
// One file knows the engine and the messages: convert.go. It checks nothing: what
// a stranger sends has to be checked before, where an error can name the field.
package message

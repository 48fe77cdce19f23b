package talon

import (
	"crypto/tls"
	"time"

	"google.golang.org/grpc"
)

// How long a call may take, retries included, when its context has no deadline.
const (
	// RulesTimeout is for the calls of RulesService. ReplayGames alone has none: it
	// takes as long as there are logs.
	RulesTimeout = 10 * time.Second
	// SearchTimeout is for the calls of SolverService, and for DealGame where it
	// asks for a winnable deal or a difficulty. A server ends a search after 10 seconds by itself
	// unless it is told otherwise; before that, a search may wait for its turn.
	SearchTimeout = time.Minute
)

// Option changes how a client connects and calls.
type Option func(*settings)

type settings struct {
	language       string
	rulesTimeout   time.Duration
	searchTimeout  time.Duration
	attemptTimeout time.Duration
	patience       time.Duration
	tls            *tls.Config
	token          TokenSource
	plaintext      bool
	dial           []grpc.DialOption
}

// WithLanguage asks for the texts of answers and errors in a language, "de" or "en".
func WithLanguage(language string) Option {
	return func(s *settings) { s.language = language }
}

// WithTimeouts replaces RulesTimeout and SearchTimeout; 0 stands for no deadline.
func WithTimeouts(rules, search time.Duration) Option {
	return func(s *settings) { s.rulesTimeout, s.searchTimeout = rules, search }
}

// WithAttemptTimeout replaces AttemptTimeout; 0 stands for one attempt that has all
// the time of the call.
func WithAttemptTimeout(first time.Duration) Option {
	return func(s *settings) { s.attemptTimeout = first }
}

// WithToken sends the token of a source with each call. Without TLS that is refused, but
// for addresses of this machine: by Dial, or, where options of WithDialOptions may have
// secured the connection and have not, by each call.
func WithToken(source TokenSource) Option {
	return func(s *settings) { s.token = source }
}

// WithPlaintextToken allows a token without TLS. Whoever is on the way can take it: this
// is for ways that are secured otherwise, as by a mesh.
func WithPlaintextToken() Option {
	return func(s *settings) { s.plaintext = true }
}

// WithPatience makes a call that a server turned away, because it is overloaded or the
// caller calls too often, once more after
// the time that the server asks for, and again, until it has waited for as long as
// this in all. A deadline that is nearer than that time ends the patience. Without
// this option such a call fails at once, and RetryAfter of its Error says when to
// come back.
func WithPatience(longest time.Duration) Option {
	return func(s *settings) { s.patience = longest }
}

// WithDialOptions adds options of grpc.NewClient; they come after Dial's own, so
// that they win.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

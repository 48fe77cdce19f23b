package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel"
	"google.golang.org/grpc/grpclog"

	"github.com/talon-solitaire/talon/server/internal/requestid"
	"github.com/talon-solitaire/talon/server/internal/tracing"
)

// newLogger makes the log of the server, whose lines are key=value or JSON.
func newLogger(c *config, out io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	if c.logJSON {
		return slog.New(&byCall{slog.NewJSONHandler(out, options)})
	}
	return slog.New(&byCall{slog.NewTextHandler(out, options)})
}

// byCall adds to each line of a call its request id, and the id of its trace if it has one.
type byCall struct{ slog.Handler }

// Handle writes a line.
func (h *byCall) Handle(ctx context.Context, line slog.Record) error {
	if id := requestid.From(ctx); id != "" {
		line.AddAttrs(slog.String("request_id", id))
	}
	if id := tracing.TraceID(ctx); id != "" {
		line.AddAttrs(slog.String("trace_id", id))
	}
	return h.Handler.Handle(ctx, line)
}

// WithAttrs is a method of a handler.
func (h *byCall) WithAttrs(all []slog.Attr) slog.Handler { return &byCall{h.Handler.WithAttrs(all)} }

// WithGroup is a method of a handler.
func (h *byCall) WithGroup(name string) slog.Handler { return &byCall{h.Handler.WithGroup(name)} }

// quietly gives net/http a place for what it complains about: strangers' broken connections.
func quietly(l *slog.Logger) *log.Logger { return slog.NewLogLogger(l.Handler(), slog.LevelDebug) }

// frameworks takes what gRPC and its gateway would write to standard error in a form of their own.
var frameworks frameworkLog

// adoptFrameworks has to be called before anything of gRPC is.
func adoptFrameworks() { grpclog.SetLoggerV2(&frameworks) }

// adopt makes the log the one that frameworks and the standard library's own logger write to. That a trace could
// not be exported is for the operator.
func (f *frameworkLog) adopt(l *slog.Logger) {
	f.to.Store(l)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { l.Warn("tracing", "error", err) }))
	otel.SetLogger(logr.FromSlogHandler(l.Handler()))
	log.SetFlags(0)                    //nolint:forbidigo // packages that log without being asked are routed here
	log.SetOutput(quietly(l).Writer()) //nolint:forbidigo // see above
}

// frameworkLog passes on what frameworks say. What they call a warning or an error is mostly what
// strangers do to their connections, so that it is for those who look for it; without a log there is
// nobody to tell.
type frameworkLog struct{ to atomic.Pointer[slog.Logger] }

func (f *frameworkLog) tell(severity, text string) {
	l := f.to.Load()
	switch {
	case l == nil:
	case severity == "fatal":
		l.Error("framework", "severity", severity, "text", strings.TrimSuffix(text, "\n"))
	default:
		l.Debug("framework", "severity", severity, "text", strings.TrimSuffix(text, "\n"))
	}
}

// Info and its like are the framework's own diary, which nobody is told.
func (*frameworkLog) Info(...any) {}

// Infoln is Info.
func (*frameworkLog) Infoln(...any) {}

// Infof is Info.
func (*frameworkLog) Infof(string, ...any) {}

// Warning passes a warning on.
func (f *frameworkLog) Warning(args ...any) { f.tell("warning", fmt.Sprint(args...)) }

// Warningln passes a warning on.
func (f *frameworkLog) Warningln(args ...any) { f.tell("warning", fmt.Sprintln(args...)) }

// Warningf passes a warning on.
func (f *frameworkLog) Warningf(format string, args ...any) {
	f.tell("warning", fmt.Sprintf(format, args...))
}

// Error passes an error on.
func (f *frameworkLog) Error(args ...any) { f.tell("error", fmt.Sprint(args...)) }

// Errorln passes an error on.
func (f *frameworkLog) Errorln(args ...any) { f.tell("error", fmt.Sprintln(args...)) }

// Errorf passes an error on.
func (f *frameworkLog) Errorf(format string, args ...any) {
	f.tell("error", fmt.Sprintf(format, args...))
}

// Fatal passes on why the framework is about to end the process.
func (f *frameworkLog) Fatal(args ...any) { f.tell("fatal", fmt.Sprint(args...)) }

// Fatalln is Fatal.
func (f *frameworkLog) Fatalln(args ...any) { f.tell("fatal", fmt.Sprintln(args...)) }

// Fatalf is Fatal.
func (f *frameworkLog) Fatalf(format string, args ...any) {
	f.tell("fatal", fmt.Sprintf(format, args...))
}

// V says that nobody reads more than warnings.
func (*frameworkLog) V(int) bool { return false }

// frames lists the functions and lines that led to where it is called. Unlike a stack as the runtime prints it,
// it holds no arguments, which may be cards.
func frames() string {
	var room [64]uintptr
	called := runtime.CallersFrames(room[:runtime.Callers(2, room[:])])
	var text strings.Builder
	for {
		frame, more := called.Next()
		fmt.Fprintf(&text, "\n%s %s:%d", frame.Function, filepath.Base(frame.File), frame.Line)
		if !more {
			return text.String()
		}
	}
}

package main

import (
	"context"
	"runtime/debug"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// notationVersion is the version of the notation of positions, moves and records.
const notationVersion = 1

// GetVersion tells no limits: those are a server's, and this program has none of them.
func (local) GetVersion(context.Context, *solitairev1.GetVersionRequest) (*solitairev1.GetVersionResponse, error) {
	return &solitairev1.GetVersionResponse{
		Build: build(), RulesVersions: message.RulesVersions(), NotationVersion: notationVersion,
	}, nil
}

// version is set when a release is built: -ldflags "-X main.version=v1.2.0".
var version string

// build names this program: the release, else what the module system knows, else
// "devel".
func build() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

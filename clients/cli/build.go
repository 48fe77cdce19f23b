package main

import (
	"context"
	"runtime/debug"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// notationVersion is the version of the notation of positions, moves and records.
const notationVersion = 1

func (local) GetVersion(context.Context, *solitairev1.GetVersionRequest) (*solitairev1.GetVersionResponse, error) {
	answer := &solitairev1.GetVersionResponse{Build: build(), NotationVersion: notationVersion}
	for _, v := range engine.Variants() {
		answer.RulesVersions = append(answer.RulesVersions, &solitairev1.GetVersionResponse_RulesVersions{
			Variant: v.String(), Versions: []int32{int32(v.RulesVersion())},
		})
	}
	return answer, nil
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

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// program is one that has an image.
type program struct {
	// name is that of the image and of the binary in it, path its package.
	name, path, description string
	// ports are those that it serves, environment what makes it listen on them.
	ports, environment []string
}

var programs = map[string]program{
	"server": {
		name:        "talon-server",
		path:        "./server",
		description: "The rules of seven solitaire games over gRPC and JSON.",
		ports:       []string{"9090/tcp", "8080/tcp", "8081/tcp"},
		// Loopback, the default, is nobody but the container itself.
		environment: []string{"TALON_GRPC_ADDR=:9090", "TALON_HTTP_ADDR=:8080", "TALON_ADMIN_ADDR=:8081", "TALON_LOG_JSON=true"},
	},
	"tool": {
		name:        "talon",
		path:        "./clients/cli",
		description: "Solitaire at the command line: deal, check, play, solve, prove deals.",
	},
}

// build is what images are made from.
type build struct {
	// source is the repository's folder.
	source  string
	program program
	version string
}

// compile builds the static binary of a platform. Neither the folder nor the settings of the
// machine are in it.
func (b *build) compile(ctx context.Context, platform *v1.Platform, binary string) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	flags := "-s -w -buildid= -X main.version=" + b.version
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", binary, b.program.path)
	command.Dir = b.source
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off",
		"GOOS="+platform.OS, "GOARCH="+platform.Architecture, "GOAMD64=v1", "GOARM64=v8.0")
	if told, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", b.program.path, err, told)
	}
	return nil
}

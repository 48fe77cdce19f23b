// Command image builds the images of the project without a container engine: from
// scratch, with a static binary, for each platform the same bytes on every machine
// that has the same version of Go. Run it in its folder:
//
//	go run . -version v1.0.0 server
//
// It leaves an OCI layout of all platforms, and for each platform an archive that
// `docker load` and `podman load` take and a CycloneDX list of what is in the binary.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	flags.SetOutput(stderr)
	source := flags.String("source", filepath.Join("..", ".."), "the repository's `folder`")
	out := flags.String("out", filepath.Join("..", "..", "bin", "image"), "`folder` that the images are written to")
	version := flags.String("version", "devel", "`version` that the program tells and the image is tagged with")
	platforms := flags.String("platforms", "linux/amd64,linux/arm64", "`platforms`, separated by commas")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: image [flags] server|tool")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	p, known := programs[flags.Arg(0)]
	if !known || flags.NArg() != 1 {
		flags.Usage()
		return errors.New("which program: server or tool?")
	}
	build := build{source: *source, program: p, version: *version}
	folder := filepath.Join(*out, p.name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var images []v1.Image
	for name := range strings.SplitSeq(*platforms, ",") {
		platform, err := v1.ParsePlatform(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		image, err := build.write(ctx, platform, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		images = append(images, image)
		if err := tell(stdout, platform.String(), image); err != nil {
			return err
		}
	}
	index, err := indexOf(images)
	if err != nil {
		return err
	}
	if err := writeLayout(filepath.Join(folder, "oci"), index); err != nil {
		return err
	}
	return tell(stdout, "all", index)
}

// write builds the image of a platform, and writes its archive and the list of what is in it.
func (b *build) write(ctx context.Context, platform *v1.Platform, folder string) (v1.Image, error) {
	name := filepath.Join(folder, platform.OS+"-"+platform.Architecture)
	binary := name + ".binary"
	defer func() { _ = os.Remove(binary) }()
	if err := b.compile(ctx, platform, binary); err != nil {
		return nil, err
	}
	parts, err := partsOf(binary, b.program.name, b.version)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(name+".cdx.json", parts, 0o644); err != nil {
		return nil, err
	}
	image, err := b.image(platform, binary)
	if err != nil {
		return nil, err
	}
	tag, err := b.tag()
	if err != nil {
		return nil, err
	}
	return image, tarball.WriteToFile(name+".tar", tag, image)
}

// writeLayout writes an OCI layout in place of the one that may be there.
func writeLayout(folder string, index v1.ImageIndex) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	_, err := layout.Write(folder, index)
	return err
}

// tell names the digest of an image.
func tell(out io.Writer, what string, image interface{ Digest() (v1.Hash, error) }) error {
	digest, err := image.Digest()
	if err == nil {
		_, err = fmt.Fprintf(out, "%s\t%s\n", digest, what)
	}
	return err
}

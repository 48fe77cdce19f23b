package main

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is who the programs run as: nobody that a host knows.
const user = "65532:65532"

// began stands for every time in an image, so that two builds have the same bytes.
var began = time.Unix(0, 0).UTC()

// tag is what the archives call the image.
func (b *build) tag() (name.Tag, error) {
	return name.NewTag(b.program.name+":"+b.version, name.WithDefaultRegistry(""))
}

// image puts the binary of a platform into an image.
func (b *build) image(platform *v1.Platform, binary string) (v1.Image, error) {
	shared, err := b.sharedLayer()
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	own, err := layerOf(file{b.program.name, program, 0o755})
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.ConfigFile(image, b.config(platform))
	if err != nil {
		return nil, err
	}
	history := func(what string) v1.History {
		return v1.History{Created: v1.Time{Time: began}, CreatedBy: what}
	}
	return mutate.Append(image,
		mutate.Addendum{Layer: shared, MediaType: types.OCILayer, History: history("certificates and licences")},
		mutate.Addendum{Layer: own, MediaType: types.OCILayer, History: history(b.program.name)},
	)
}

func (b *build) config(platform *v1.Platform) *v1.ConfigFile {
	ports := map[string]struct{}{}
	for _, port := range b.program.ports {
		ports[port] = struct{}{}
	}
	return &v1.ConfigFile{
		OS: platform.OS, Architecture: platform.Architecture, Variant: platform.Variant,
		Created: v1.Time{Time: began},
		RootFS:  v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User:         user,
			WorkingDir:   "/",
			Entrypoint:   []string{"/" + b.program.name},
			Env:          b.program.environment,
			ExposedPorts: ports,
			StopSignal:   "SIGTERM",
			Labels: map[string]string{
				"org.opencontainers.image.title":       b.program.name,
				"org.opencontainers.image.description": b.program.description,
				"org.opencontainers.image.version":     b.version,
				"org.opencontainers.image.source":      "https://github.com/talon-solitaire/talon",
				"org.opencontainers.image.licenses":    "Apache-2.0",
			},
		},
	}
}

// sharedLayer holds what all images have: the authorities that servers are trusted by, so that
// traces and keys can go over TLS, and the terms of the licences.
func (b *build) sharedLayer() (v1.Layer, error) {
	files := []file{{"etc/", nil, 0o755}, {"etc/ssl/", nil, 0o755}, {"etc/ssl/certs/", nil, 0o755}}
	files = append(files, file{"etc/ssl/certs/ca-certificates.crt", authorities(), 0o644})
	for _, one := range [][2]string{{"LICENSE", "LICENSE"}, {"NOTICE", "NOTICE"}, {"internal/licences/notices.txt", "THIRD_PARTY_NOTICES"}} {
		text, err := os.ReadFile(filepath.Join(b.source, filepath.FromSlash(one[0])))
		if err != nil {
			return nil, err
		}
		files = append(files, file{one[1], text, 0o644})
	}
	return layerOf(files...)
}

// file is a file of a layer, or a folder if its name ends with a slash.
type file struct {
	name    string
	content []byte
	mode    int64
}

// layerOf makes a layer of files that belong to root.
func layerOf(files ...file) (v1.Layer, error) {
	var packed bytes.Buffer
	archive := tar.NewWriter(&packed)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content)), ModTime: began, Typeflag: tar.TypeReg}
		if f.content == nil {
			header.Typeflag = tar.TypeDir
		}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}

// indexOf joins the images of all platforms.
func indexOf(images []v1.Image) (v1.ImageIndex, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, image := range images {
		config, err := image.ConfigFile()
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: config.Platform()},
		})
	}
	return index, nil
}

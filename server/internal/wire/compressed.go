package wire

import (
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
)

// ErrCompressed is the error of a compressed message: one of a few bytes can become megabytes.
var ErrCompressed = errors.New("the message is compressed")

// Gzip refuses what is compressed. The exporter of traces makes the framework able to read gzip, on this side, too;
// other compressions it refuses by itself.
func Gzip() grpc.Decompressor { return refusing{} } //nolint:staticcheck // the newer way is one for the whole process

type refusing struct{}

// compressed stands for every compressed message: the codec knows it by where it is.
var compressed = []byte{0}

// Do gives what the codec refuses.
func (refusing) Do(io.Reader) ([]byte, error) { return compressed, nil }

// Type is the name that callers give the compression.
func (refusing) Type() string { return "gzip" }

// wasCompressed reports whether a message is one that was not decompressed.
func wasCompressed(data mem.BufferSlice) bool {
	return len(data) == 1 && data.Len() == 1 && &data[0].ReadOnlyData()[0] == &compressed[0]
}

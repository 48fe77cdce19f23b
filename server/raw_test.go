package main

import (
	"errors"

	"google.golang.org/grpc/mem"
)

// rawCodec sends and receives bytes as they are, under the name of the protobuf codec.
type rawCodec struct{}

func (rawCodec) Name() string { return "proto" }

func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	text, ok := v.([]byte)
	if !ok {
		return nil, errors.New("not bytes")
	}
	return mem.BufferSlice{mem.SliceBuffer(text)}, nil
}

func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	into, ok := v.(*[]byte)
	if !ok {
		return errors.New("not bytes")
	}
	*into = data.Materialize()
	return nil
}

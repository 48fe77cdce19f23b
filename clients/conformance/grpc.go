package main

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// rawGRPC calls the generated service by its names and nothing else.
type rawGRPC struct{ conn *grpc.ClientConn }

func newRawGRPC(address string) (client, error) {
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return &rawGRPC{conn}, nil
}

func (c *rawGRPC) call(ctx context.Context, request, answer proto.Message) error {
	if err := c.conn.Invoke(ctx, "/solitaire.v1.RulesService/"+methodOf(request), request, answer); err != nil {
		return failureIn(status.Convert(err))
	}
	return nil
}

func (c *rawGRPC) close() error { return c.conn.Close() }

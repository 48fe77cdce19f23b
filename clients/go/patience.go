package talon

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
)

// patiently makes a call until it is not turned away any more, or the patience of
// the client or the deadline of the call is at its end. The policy of gRPC cannot
// do that: it knows no RetryInfo.
func (c *Client) patiently(ctx context.Context, attempt func() error) error {
	left := c.patience
	for {
		err := attempt()
		wait := waitAsked(err)
		if wait == 0 || wait > left {
			return err
		}
		left -= wait
		// All who were turned away together do not come back together.
		wait += rand.N(wait/4 + 1) //nolint:gosec // a waiting time is no secret
		if deadline, bounded := ctx.Deadline(); bounded && time.Until(deadline) <= wait {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// waitAsked is how long the server asks to wait before the call is made again, 0
// where that would not help.
func waitAsked(err error) time.Duration {
	var e *Error
	if !errors.As(err, &e) || e.Code != codes.ResourceExhausted && e.Code != codes.Unavailable {
		return 0
	}
	return max(e.RetryAfter, 0)
}

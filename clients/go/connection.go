package talon

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/health" // a client asks servers for their health only where this is linked
	"google.golang.org/grpc/keepalive"
)

// maxAnswer is the largest answer taken, in bytes: a replay of the longest log
// with every snapshot stays below it.
const maxAnswer = 64 << 20

// policy is what gRPC does by itself.
//
// Calls take turns between the servers that say they are well, so that one that is
// being shut down gets no more of them. A call whose server was not there is tried
// again, three times at most: no call has side effects. A search that has told its
// progress is not begun again, and no search is while a server is overloaded. A
// server that asks to wait with grpc-retry-pushback-ms is obeyed. When more than
// half of the latest calls failed, retries pause, so as not to add to the trouble.
const policy = `{
	"loadBalancingConfig": [{"talon_turns": {}}],
	"healthCheckConfig": {"serviceName": "solitaire.v1.RulesService"},
	"retryThrottling": {"maxTokens": 20, "tokenRatio": 0.5},
	"methodConfig": [{
		"name": [{"service": "solitaire.v1.RulesService"}, {"service": "solitaire.v1.SolverService"}],
		"retryPolicy": {
			"maxAttempts": 4,
			"initialBackoff": "0.1s",
			"maxBackoff": "1s",
			"backoffMultiplier": 3,
			"retryableStatusCodes": ["UNAVAILABLE"]
		}
	}]
}`

// A connection from which nothing comes is asked after pingEvery whether it is still
// there, and given up pingTimeout later: a router that forgot it is noticed before a
// player notices, and a search whose server froze is begun again on another one while
// there is time. Talon takes a ping every 10 seconds for a flood.
const (
	pingEvery   = 15 * time.Second
	pingTimeout = 5 * time.Second
)

// reconnecting looks for a lost server sooner and more often than gRPC would by
// itself, which waits for up to two minutes.
var reconnecting = grpc.ConnectParams{
	Backoff:           backoff.Config{BaseDelay: 200 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 5 * time.Second},
	MinConnectTimeout: 5 * time.Second,
}

// connecting are Dial's own options.
func connecting(secrecy credentials.TransportCredentials) []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithTransportCredentials(secrecy),
		grpc.WithDefaultServiceConfig(policy),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)),
		grpc.WithConnectParams(reconnecting),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: pingEvery, Timeout: pingTimeout, PermitWithoutStream: true,
		}),
	}
}

package talon_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// authorized runs a server on the loopback that keeps what each call is authorized by,
// and gives its address.
func authorized(t *testing.T, seen *[]string, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := grpc.NewServer(options...)
	solitairev1.RegisterRulesServiceServer(g, &server{apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		*seen = append(*seen, strings.Join(metadata.ValueFromIncomingContext(ctx, "authorization"), "|"))
		return &solitairev1.ApplyMovesResponse{}, nil
	}})
	served := make(chan error, 1)
	go func() { served <- g.Serve(listener) }()
	t.Cleanup(func() {
		g.Stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func applyTwice(t *testing.T, address string, options ...talon.Option) error {
	t.Helper()
	client, err := talon.Dial(address, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 2 {
		if _, err = client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{}); err != nil {
			return err
		}
	}
	return nil
}

func TestEveryCallHasTheTokenOfItsSource(t *testing.T) {
	var seen []string
	address := authorized(t, &seen)
	asked := 0
	source := func(context.Context) (string, error) {
		asked++
		return "token-" + strconv.Itoa(asked), nil
	}
	for _, option := range []talon.Option{talon.WithToken(source), talon.WithToken(talon.Token("fixed")), talon.WithToken(talon.Token(""))} {
		if err := applyTwice(t, address, option); err != nil {
			t.Error(err)
		}
	}
	if want := []string{"Bearer token-1", "Bearer token-2", "Bearer fixed", "Bearer fixed", "", ""}; !slices.Equal(seen, want) {
		t.Errorf("the server saw %q, want %q", seen, want)
	}
}

func TestACallWithoutItsTokenFails(t *testing.T) {
	var seen []string
	address := authorized(t, &seen)
	err := applyTwice(t, address, talon.WithToken(func(context.Context) (string, error) { return "", errors.New("the issuer is gone") }))
	var failed *talon.Error
	if !errors.As(err, &failed) || failed.Code != codes.Unauthenticated || !strings.Contains(err.Error(), "the issuer is gone") || len(seen) > 0 {
		t.Errorf("%v; the server saw %q", err, seen)
	}
}

func TestATokenGoesOverTLSOrToThisMachine(t *testing.T) {
	for address, good := range map[string]bool{
		"127.0.0.1:9090": true, "localhost:9090": true, "[::1]:9090": true, "http://127.0.0.1:9090": true, "127.0.0.1:1,[::1]:2": true, "unix:///run/talon": true,
		"https://talon.example": true, "https://a.example,b.example": true,
		"talon.example:9090": false, "192.0.2.1:9090": false, "127.0.0.1:1,192.0.2.1:2": false, "dns:///localhost:9090": false, "localhost.example:9090": false,
	} {
		client, err := talon.Dial(address, talon.WithToken(talon.Token("secret")))
		if (err == nil) != good || err != nil && !errors.Is(err, talon.ErrPlaintextToken) {
			t.Errorf("%s: %v", address, err)
		}
		if err == nil {
			_ = client.Close()
		}
		client, err = talon.Dial(address, talon.WithToken(talon.Token("secret")), talon.WithPlaintextToken())
		if err != nil {
			t.Errorf("%s, in the clear: %v", address, err)
			continue
		}
		_ = client.Close()
	}
}

func TestATokenIsNotSentWhereOptionsDoNotSecureTheConnection(t *testing.T) {
	var seen []string
	address := authorized(t, &seen)
	list := manual.NewBuilderWithScheme("elsewhere")
	list.InitialState(resolver.State{Endpoints: []resolver.Endpoint{{Addresses: []resolver.Address{{Addr: address}}}}})
	err := applyTwice(t, "elsewhere:///talon", talon.WithToken(talon.Token("secret")), talon.WithDialOptions(grpc.WithResolvers(list)))
	var failed *talon.Error
	if !errors.As(err, &failed) || failed.Code != codes.Unauthenticated || len(seen) > 0 {
		t.Errorf("%v; the server saw %q", err, seen)
	}
}

func TestATokenGoesOverCredentialsOfOnesOwn(t *testing.T) {
	secured := httptest.NewTLSServer(nil)
	defer secured.Close()
	var seen []string
	address := authorized(t, &seen, grpc.Creds(credentials.NewServerTLSFromCert(&secured.TLS.Certificates[0])))
	roots := x509.NewCertPool()
	roots.AddCert(secured.Certificate())
	own := credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12, ServerName: "example.com", RootCAs: roots})
	list := manual.NewBuilderWithScheme("elsewhere")
	list.InitialState(resolver.State{Endpoints: []resolver.Endpoint{{Addresses: []resolver.Address{{Addr: address}}}}})
	err := applyTwice(t, "elsewhere:///talon", talon.WithToken(talon.Token("secret")),
		talon.WithDialOptions(grpc.WithTransportCredentials(own), grpc.WithResolvers(list)))
	if err != nil || !slices.Equal(seen, []string{"Bearer secret", "Bearer secret"}) {
		t.Errorf("%v; the server saw %q", err, seen)
	}
}

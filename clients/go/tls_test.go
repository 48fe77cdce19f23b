package talon_test

import (
	"crypto/tls"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/internal/issuer"
	"github.com/talon-solitaire/talon/internal/process"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestAServerIsDialledOverTLS(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, text []byte) string { return issuer.Write(t, filepath.Join(folder, name), text) }
	servers, clients := issuer.New(t, issuer.Wanted{Name: "servers"}), issuer.New(t, issuer.Wanted{Name: "clients"})
	own, ann := servers.Server(t, "server"), clients.Client(t, "ann")
	ca, cert, key := write("ca.pem", servers.PEM), write("ann.pem", ann.Cert), write("ann.key", ann.Key)
	mutual := program.Serve(t, process.Patient, "-tls-cert="+write("server.pem", own.Cert), "-tls-key="+write("server.key", own.Key),
		"-tls-client-ca="+write("clients.pem", clients.PEM))
	ask := func(address string, config *tls.Config) error {
		t.Helper()
		client, err := talon.Dial(address, talon.WithTLS(config))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		_, err = client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
		return err
	}
	files := func(ca, cert, key string) *tls.Config {
		t.Helper()
		config, err := talon.TLSFiles(ca, cert, key)
		if err != nil {
			t.Fatal(err)
		}
		return config
	}
	complete := files(ca, cert, key)
	for _, address := range []string{"https://" + mutual.GRPC, "https://" + mutual.GRPC + ", " + mutual.GRPC} {
		if err := ask(address, complete); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := ask("https://"+mutual.GRPC, files(ca, "", "")); status.Code(err) != codes.Unavailable {
		t.Errorf("without a certificate: %v", err)
	}
	for name, config := range map[string]*tls.Config{"the system's authorities": files("", cert, key), "no settings": nil} {
		if err := ask("https://"+mutual.GRPC, config); status.Code(err) != codes.Unavailable || !strings.Contains(err.Error(), "x509: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A renewed certificate is shown to the next connection.
	eve := servers.Client(t, "eve")
	write("ann.pem", eve.Cert)
	write("ann.key", eve.Key)
	if err := ask("https://"+mutual.GRPC, complete); status.Code(err) != codes.Unavailable {
		t.Errorf("a certificate of another authority: %v", err)
	}
}

func TestSettingsOfTLSThatCannotBeUsed(t *testing.T) {
	folder := t.TempDir()
	a := issuer.New(t, issuer.Wanted{Name: "a"})
	one, other := a.Client(t, "one"), a.Client(t, "other")
	cert, key := issuer.Write(t, filepath.Join(folder, "crt"), one.Cert), issuer.Write(t, filepath.Join(folder, "key"), other.Key)
	for _, test := range []struct{ ca, cert, key, want string }{
		{filepath.Join(folder, "absent"), "", "", "absent: no such file"},
		{key, "", "", key + " has no certificate in PEM"},
		{"", cert, "", "go together"},
		{"", "", key, "go together"},
		{"", cert, key, cert + ", " + key + ": tls: private key does not match"},
		{"", cert, key + "x", "no such file"},
	} {
		if config, err := talon.TLSFiles(test.ca, test.cert, test.key); config != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
	for _, plain := range []string{"127.0.0.1:9090", "http://127.0.0.1:9090", "10.0.0.1:9090,10.0.0.2:9090"} {
		if client, err := talon.Dial(plain, talon.WithTLS(&tls.Config{})); client != nil || err == nil || !strings.Contains(err.Error(), "https://") {
			t.Errorf("%s: %v", plain, err)
		}
	}
}

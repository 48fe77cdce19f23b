package certificate

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/internal/issuer"
)

// folder is a place with files of a server.
type folder struct {
	Files
	authority, clients *issuer.Issuer
}

func newFolder(t *testing.T) *folder {
	t.Helper()
	path := t.TempDir()
	f := &folder{authority: issuer.New(t, issuer.Wanted{Name: "servers"}), clients: issuer.New(t, issuer.Wanted{Name: "clients"})}
	f.Files = Files{filepath.Join(path, "tls.crt"), filepath.Join(path, "tls.key"), filepath.Join(path, "ca.crt")}
	f.put(t, f.authority.Server(t, "first"))
	issuer.Write(t, f.ClientCA, f.clients.PEM)
	return f
}

func (f *folder) put(t *testing.T, p issuer.Pair) {
	t.Helper()
	issuer.Write(t, f.Cert, p.Cert)
	issuer.Write(t, f.Key, p.Key)
}

func (f *folder) load(t *testing.T) *Identity {
	t.Helper()
	i, err := Load(f.Files)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// look looks at the files and gives what is told.
func look(i *Identity) (told bool, err error) {
	i.Look(func(e error) { told, err = true, e })
	return told, err
}

// met is how a handshake ended, at both ends.
type met struct {
	client, server tls.ConnectionState
	clientErr      error
	serverErr      error
}

// meet makes a client shake hands with a server.
func meet(t *testing.T, server, client *tls.Config) (m met) {
	t.Helper()
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c := tls.Server(a, server)
		if m.serverErr = c.Handshake(); m.serverErr != nil {
			_ = a.Close()
			return
		}
		m.server = c.ConnectionState()
		_, m.serverErr = c.Write([]byte("!"))
	}()
	c := tls.Client(b, client)
	_, m.clientErr = c.Read(make([]byte, 1))
	m.client = c.ConnectionState()
	_ = b.Close()
	<-ended
	return m
}

// trusting is the configuration of a client that knows the authority, and shows a certificate if there is one.
func (f *folder) trusting(t *testing.T, shown ...issuer.Pair) *tls.Config {
	t.Helper()
	c := &tls.Config{ServerName: "localhost", RootCAs: x509.NewCertPool(), NextProtos: []string{"h2", "http/1.1"}}
	c.RootCAs.AppendCertsFromPEM(f.authority.PEM)
	for _, p := range shown {
		pair, err := tls.X509KeyPair(p.Cert, p.Key)
		if err != nil {
			t.Fatal(err)
		}
		c.Certificates = append(c.Certificates, pair)
	}
	return c
}

func TestTheLatestVersionAndAProtocolAreAgreedOn(t *testing.T) {
	f := newFolder(t)
	f.ClientCA = ""
	i := f.load(t)
	m := meet(t, i.Config("h2", "http/1.1"), f.trusting(t))
	if m.clientErr != nil || m.client.Version != tls.VersionTLS13 || m.client.NegotiatedProtocol != "h2" {
		t.Errorf("%+v", m)
	}
	if names := i.Names(); !slices.Equal(names, []string{"localhost", "127.0.0.1", "::1"}) {
		t.Errorf("names %q", names)
	}
	if left := time.Until(i.Ends()); left < 50*time.Minute || left > time.Hour || !i.ClientsEnd().IsZero() {
		t.Errorf("ends at %v, clients' at %v", i.Ends(), i.ClientsEnd())
	}
}

func TestOldVersionsAndWeakSuitesAreRefused(t *testing.T) {
	f := newFolder(t)
	f.ClientCA = ""
	server := f.load(t).Config("h2")
	for name, test := range map[string]struct {
		version uint16
		suites  []uint16
		good    bool
	}{
		"TLS 1.0":                       {tls.VersionTLS10, nil, false},
		"TLS 1.1":                       {tls.VersionTLS11, nil, false},
		"TLS 1.2":                       {tls.VersionTLS12, nil, true},
		"TLS 1.2 in ChaCha20":           {tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256}, true},
		"TLS 1.2 with a MAC of SHA-1":   {tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA}, false},
		"TLS 1.2 without a passing key": {tls.VersionTLS12, []uint16{tls.TLS_RSA_WITH_AES_128_GCM_SHA256}, false},
		"TLS 1.3":                       {tls.VersionTLS13, nil, true},
	} {
		client := f.trusting(t)
		client.MinVersion, client.MaxVersion, client.CipherSuites = test.version, test.version, test.suites
		if m := meet(t, server, client); (m.serverErr == nil) != test.good {
			t.Errorf("%s: %v", name, m.serverErr)
		}
	}
}

func TestClientsShowACertificateOfTheirAuthority(t *testing.T) {
	f := newFolder(t)
	server := f.load(t).Config("h2")
	for name, test := range map[string]struct {
		shown []issuer.Pair
		good  bool
	}{
		"one of theirs":             {[]issuer.Pair{f.clients.Client(t, "ann")}, true},
		"none":                      {nil, false},
		"one of another":            {[]issuer.Pair{f.authority.Client(t, "eve")}, false},
		"one that is outdated":      {[]issuer.Pair{f.clients.Issue(t, issuer.Wanted{Name: "old", From: time.Now().Add(-2 * time.Hour), To: time.Now().Add(-time.Hour)})}, false},
		"one of theirs for servers": {[]issuer.Pair{f.clients.Server(t, "server")}, false},
	} {
		m := meet(t, server, f.trusting(t, test.shown...))
		if (m.serverErr == nil) != test.good {
			t.Errorf("%s: %v", name, m.serverErr)
		}
		if test.good && m.server.VerifiedChains[0][0].Subject.CommonName != "ann" {
			t.Errorf("%s: verified %v", name, m.server.VerifiedChains)
		}
	}
}

func TestANewCertificateAndNewAuthoritiesAreTakenOver(t *testing.T) {
	f := newFolder(t)
	i := f.load(t)
	server := i.Config("h2")
	ann := f.clients.Client(t, "ann")
	client := f.trusting(t, ann)
	client.ClientSessionCache = tls.NewLRUClientSessionCache(1)
	if m := meet(t, server, client); m.clientErr != nil || m.client.PeerCertificates[0].Subject.CommonName != "first" {
		t.Fatalf("before: %+v", m)
	}
	f.put(t, f.authority.Server(t, "second"))
	if told, err := look(i); !told || err != nil {
		t.Errorf("a new certificate: %v, %v", told, err)
	}
	if m := meet(t, server, client); m.clientErr != nil || m.client.PeerCertificates[0].Subject.CommonName != "second" {
		t.Errorf("after: %+v", m)
	}
	others := issuer.New(t, issuer.Wanted{Name: "others"})
	issuer.Write(t, f.ClientCA, others.PEM)
	if told, err := look(i); !told || err != nil {
		t.Errorf("new authorities: %v, %v", told, err)
	}
	if m := meet(t, server, client); m.serverErr == nil {
		t.Error("a client of the authority of before is let in, by its session or its certificate")
	}
	if m := meet(t, server, f.trusting(t, others.Client(t, "bob"))); m.serverErr != nil {
		t.Errorf("a client of the new authority: %v", m.serverErr)
	}
	if taken, refused := i.Reloads(); taken != 2 || refused != 0 || i.Stale() {
		t.Errorf("taken %d, refused %d, stale %v", taken, refused, i.Stale())
	}
}

// TestSecretsOfAPlatformAreSwappedByALink makes what Kubernetes makes of a secret: links to a link to a folder, and
// the one in the middle is made to lead elsewhere.
func TestSecretsOfAPlatformAreSwappedByALink(t *testing.T) {
	f := newFolder(t)
	mount := t.TempDir()
	version := func(name string, p issuer.Pair) {
		t.Helper()
		issuer.Write(t, filepath.Join(mount, name, "tls.crt"), p.Cert)
		issuer.Write(t, filepath.Join(mount, name, "tls.key"), p.Key)
		link(t, name, filepath.Join(mount, "..data"))
	}
	version("..1", f.authority.Server(t, "first"))
	link(t, filepath.Join("..data", "tls.crt"), filepath.Join(mount, "tls.crt"))
	link(t, filepath.Join("..data", "tls.key"), filepath.Join(mount, "tls.key"))
	i, err := Load(Files{filepath.Join(mount, "tls.crt"), filepath.Join(mount, "tls.key"), ""})
	if err != nil {
		t.Fatal(err)
	}
	if told, err := look(i); told {
		t.Errorf("nothing has changed: %v", err)
	}
	version("..2", f.authority.Server(t, "second"))
	if err := os.RemoveAll(filepath.Join(mount, "..1")); err != nil {
		t.Fatal(err)
	}
	if told, err := look(i); !told || err != nil {
		t.Errorf("swapped: %v, %v", told, err)
	}
	if m := meet(t, i.Config("h2"), f.trusting(t)); m.clientErr != nil || m.client.PeerCertificates[0].Subject.CommonName != "second" {
		t.Errorf("after: %+v", m)
	}
}

// link makes a link in one piece, in place of another if there is one.
func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

func TestFilesThatAreNoGoodAreNamedAndLeaveWhatThereIs(t *testing.T) {
	f := newFolder(t)
	good := f.authority.Server(t, "good")
	other := f.authority.Server(t, "other")
	now := time.Now()
	hosts := []string{"localhost"}
	expired := f.authority.Issue(t, issuer.Wanted{Name: "x", Hosts: hosts, From: now.Add(-48 * time.Hour), To: now.Add(-24 * time.Hour)})
	later := f.authority.Issue(t, issuer.Wanted{Name: "x", Hosts: hosts, From: now.Add(24 * time.Hour), To: now.Add(48 * time.Hour)})
	nobody := f.authority.Issue(t, issuer.Wanted{Name: "localhost"})
	client := f.clients.Client(t, "ann")
	gone := issuer.New(t, issuer.Wanted{Name: "x", From: now.Add(-48 * time.Hour), To: now.Add(-24 * time.Hour)})
	encrypted := pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: []byte{1, 2}})
	for name, test := range map[string]struct {
		cert, key, ca []byte
		file, want    string
	}{
		"no certificate":       {[]byte("hello"), good.Key, f.clients.PEM, f.Cert, "has no certificate in PEM; wanted -----BEGIN CERTIFICATE-----"},
		"an empty one":         {nil, good.Key, f.clients.PEM, f.Cert, "has no certificate in PEM"},
		"a broken one":         {pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")}), good.Key, f.clients.PEM, f.Cert, "certificate number 1 cannot be read"},
		"one in binary":        {[]byte("\x30\x00"), good.Key, f.clients.PEM, f.Cert, "is no PEM"},
		"a key beside":         {slices.Concat(good.Cert, good.Key), good.Key, f.clients.PEM, f.Cert, "a private key is among the certificates"},
		"something else":       {pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST"}), good.Key, f.clients.PEM, f.Cert, `got one of the type "CERTIFICATE REQUEST"`},
		"an expired one":       {expired.Cert, expired.Key, f.clients.PEM, f.Cert, "the certificate has expired at " + moment(now.Add(-24*time.Hour))},
		"one to come":          {later.Cert, later.Key, f.clients.PEM, f.Cert, "the certificate is not valid before " + moment(now.Add(24*time.Hour))},
		"one for nobody":       {nobody.Cert, nobody.Key, f.clients.PEM, f.Cert, "the certificate is for no host"},
		"one of a client":      {client.Cert, client.Key, f.clients.PEM, f.Cert, "the certificate is not for servers"},
		"an expired authority": {slices.Concat(good.Cert, gone.PEM), good.Key, f.clients.PEM, f.Cert, "the certificate number 2, which is to vouch for the first, has expired"},
		"no key":               {good.Cert, []byte("hello"), f.clients.PEM, f.Key, "has no key in PEM; wanted -----BEGIN PRIVATE KEY-----"},
		"a certificate as key": {good.Cert, good.Cert, f.clients.PEM, f.Key, "the key cannot be read"},
		"a broken key":         {good.Cert, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")}), f.clients.PEM, f.Key, "the key cannot be read"},
		"an encrypted key":     {good.Cert, encrypted, f.clients.PEM, f.Key, "the key is encrypted"},
		"another's key":        {good.Cert, other.Key, f.clients.PEM, f.Key, "does not go with the first certificate in " + f.Cert},
		"no authority":         {good.Cert, good.Key, []byte("# none\n"), f.ClientCA, "has no certificate in PEM"},
		"one that is gone":     {good.Cert, good.Key, gone.PEM, f.ClientCA, "every certificate in it has expired"},
		"one among many":       {good.Cert, good.Key, slices.Concat(f.clients.PEM, []byte("-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n")), f.ClientCA, "certificate number 2 cannot be read"},
		"more than there is":   {bytes.Repeat([]byte(" "), mostBytes+1), good.Key, f.clients.PEM, f.Cert, "has more than 1048576 bytes"},
	} {
		i := f.load(t)
		issuer.Write(t, f.Cert, test.cert)
		issuer.Write(t, f.Key, test.key)
		issuer.Write(t, f.ClientCA, test.ca)
		_, err := Load(f.Files)
		if err == nil || !strings.Contains(err.Error(), test.file) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "MII") {
			t.Errorf("%s: the error shows the file: %v", name, err)
		}
		told, same := look(i)
		if _, refused := i.Reloads(); !told || err == nil || same == nil || same.Error()[:20] != err.Error()[:20] || refused != 1 || !i.Stale() {
			t.Errorf("%s: told %v of %v, refused %d, stale %v", name, told, same, refused, i.Stale())
		}
		if m := meet(t, i.Config("h2"), f.trusting(t, f.clients.Client(t, "ann"))); m.clientErr != nil || m.client.PeerCertificates[0].Subject.CommonName != "first" {
			t.Errorf("%s: what there was is not in use: %v", name, m.clientErr)
		}
		f.put(t, f.authority.Server(t, "first"))
		issuer.Write(t, f.ClientCA, f.clients.PEM)
		if told, err := look(i); !told || err != nil || i.Stale() {
			t.Errorf("%s: good files again: %v, %v", name, told, err)
		}
	}
}

func TestFilesThatCannotBeReadAreNamed(t *testing.T) {
	f := newFolder(t)
	if _, err := Load(Files{f.Cert + "x", f.Key, ""}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), f.Cert+"x") {
		t.Errorf("no file: %v", err)
	}
	if _, err := Load(Files{filepath.Dir(f.Cert), f.Key, ""}); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a folder: %v", err)
	}
	if err := os.Chmod(f.Key, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(f.Files); err == nil || !strings.Contains(err.Error(), f.Key+" has the mode 0644") {
		t.Errorf("a key for everybody: %v", err)
	}
}

func TestACertificateThatExpiresWhileItIsInUseStaysUntilThereIsAnother(t *testing.T) {
	f := newFolder(t)
	clock := time.Now()
	i, err := load(f.Files, func() time.Time { return clock })
	if err != nil {
		t.Fatal(err)
	}
	clock = clock.Add(2 * time.Hour)
	if told, err := look(i); told {
		t.Errorf("files that have not changed: %v", err)
	}
	f.put(t, f.authority.Server(t, "as old"))
	if told, err := look(i); !told || err == nil || !strings.Contains(err.Error(), "has expired") {
		t.Errorf("one that has expired too: %v, %v", told, err)
	}
	clock = clock.Add(time.Second)
	if told, err := look(i); told {
		t.Errorf("told again: %v", err)
	}
}

func FuzzPEM(f *testing.F) {
	a := issuer.New(f, issuer.Wanted{Name: "x"})
	p := a.Server(f, "x")
	f.Add(p.Cert, p.Key, a.PEM)
	f.Add([]byte("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"), []byte("-----BEGIN EC PARAMETERS-----\n-----END EC PARAMETERS-----\n"), []byte{})
	f.Fuzz(func(t *testing.T, cert, key, ca []byte) {
		i := &Identity{files: Files{"cert", "key", "ca"}, now: time.Now}
		m, err := i.made(bytes.Join([][]byte{cert, key, ca}, []byte(between)))
		if (m == nil) == (err == nil) {
			t.Errorf("%v, %v", m, err)
		}
		if err == nil && (m.pair.Leaf == nil || m.clients == nil) {
			t.Errorf("incomplete: %+v", m)
		}
	})
}

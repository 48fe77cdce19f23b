package certificate

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"
)

// mostBytes is more than any bundle of certificates has.
const mostBytes = 1 << 20

// readings is how often files are read anew when they change meanwhile: they are replaced one after the other, or
// all at once by a link that leads elsewhere, and a certificate of before does not go with a key of after.
const readings = 3

// between parts the texts of the files in what read returns. No PEM has it, and none that has it is taken.
const between = "\x00"

// read returns the texts of all files, as they were at one moment.
func (f Files) read() ([]byte, error) {
	text, err := f.readOnce()
	for range readings {
		again, errAgain := f.readOnce()
		if bytes.Equal(text, again) && (err == nil) == (errAgain == nil) {
			break
		}
		text, err = again, errAgain
	}
	return text, err
}

func (f Files) readOnce() ([]byte, error) {
	var all [][]byte
	for _, path := range []string{f.Cert, f.Key, f.ClientCA} {
		if path == "" {
			continue
		}
		text, err := readText(path, path == f.Key)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return bytes.Join(all, []byte(between)), nil
}

func readText(path string, secret bool) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", path)
	case info.Size() > mostBytes:
		return nil, fmt.Errorf("%s has more than %d bytes", path, mostBytes)
	case secret && runtime.GOOS != "windows" && info.Mode().Perm()&0o027 != 0:
		return nil, fmt.Errorf("%s has the mode %#o; a key is for its owner, and at most for its group to read: chmod 600 or 640", path, info.Mode().Perm())
	}
	text, err := os.ReadFile(path)
	if err == nil && bytes.Contains(text, []byte(between)) {
		return nil, fmt.Errorf("%s is no PEM: it has a zero byte", path)
	}
	return text, err
}

// made makes ready what read returned. Its errors never show what stands in a file.
func (i *Identity) made(text []byte) (*material, error) {
	parts := bytes.Split(text, []byte(between))
	chain, err := certificates(i.files.Cert, parts[0])
	if err != nil {
		return nil, err
	}
	if err := i.checkChain(chain); err != nil {
		return nil, fmt.Errorf("%s: %w", i.files.Cert, err)
	}
	m := &material{ends: chain[0].NotAfter}
	for _, c := range chain {
		if c.NotAfter.Before(m.ends) {
			m.ends = c.NotAfter
		}
	}
	if m.pair, err = pair(i.files, parts[0], parts[1]); err != nil {
		return nil, err
	}
	if i.files.ClientCA == "" {
		return m, nil
	}
	authorities, err := certificates(i.files.ClientCA, parts[2])
	if err != nil {
		return nil, err
	}
	m.clients = x509.NewCertPool()
	for _, c := range authorities {
		m.clients.AddCert(c)
		if c.NotAfter.After(m.clientsEnd) {
			m.clientsEnd = c.NotAfter
		}
	}
	if now := i.now(); now.After(m.clientsEnd) {
		return nil, fmt.Errorf("%s: every certificate in it has expired, the last one at %s", i.files.ClientCA, moment(m.clientsEnd))
	}
	return m, nil
}

// checkChain refuses a certificate that no client would take.
func (i *Identity) checkChain(chain []*x509.Certificate) error {
	leaf, now := chain[0], i.now()
	for n, c := range chain {
		which := "the certificate"
		if n > 0 {
			which = fmt.Sprintf("the certificate number %d, which is to vouch for the first,", n+1)
		}
		switch {
		case now.After(c.NotAfter):
			return fmt.Errorf("%s has expired at %s", which, moment(c.NotAfter))
		case now.Before(c.NotBefore):
			return fmt.Errorf("%s is not valid before %s", which, moment(c.NotBefore))
		}
	}
	switch {
	case len(leaf.DNSNames)+len(leaf.IPAddresses)+len(leaf.URIs) == 0:
		return errors.New("the certificate is for no host: it has no subject alternative name")
	case len(leaf.ExtKeyUsage) > 0 && !slices.Contains(leaf.ExtKeyUsage, x509.ExtKeyUsageServerAuth) && !slices.Contains(leaf.ExtKeyUsage, x509.ExtKeyUsageAny):
		return errors.New("the certificate is not for servers: its extended key usage lacks serverAuth")
	}
	return nil
}

// moment writes a time as errors and logs do.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// certificates reads the certificates of a file, at least one. Text between them is a comment.
func certificates(path string, text []byte) ([]*x509.Certificate, error) {
	var all []*x509.Certificate
	for rest := text; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		switch {
		case block.Type == "CERTIFICATE":
		case bytes.Contains([]byte(block.Type), []byte("PRIVATE KEY")):
			// A key among the certificates may be one of an authority, or end up where certificates are handed out.
			return nil, fmt.Errorf("%s: a private key is among the certificates; it has a file of its own", path)
		default:
			return nil, fmt.Errorf("%s: wanted blocks of the type CERTIFICATE, got one of the type %.40q", path, block.Type)
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%s: certificate number %d cannot be read: %w", path, len(all)+1, err)
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no certificate in PEM; wanted -----BEGIN CERTIFICATE-----", path)
	}
	return all, nil
}

// pair puts certificate and key together.
func pair(files Files, cert, key []byte) (tls.Certificate, error) {
	block, _ := pem.Decode(key)
	switch {
	case block == nil:
		return tls.Certificate{}, fmt.Errorf("%s has no key in PEM; wanted -----BEGIN PRIVATE KEY-----", files.Key)
	case block.Type == "ENCRYPTED PRIVATE KEY" || block.Headers["DEK-Info"] != "":
		return tls.Certificate{}, fmt.Errorf("%s: the key is encrypted, and there is nobody to ask for its password; decrypt it with openssl pkey", files.Key)
	}
	p, err := tls.X509KeyPair(cert, key)
	if err == nil {
		return p, nil
	}
	if _, parsed := parseKey(key); parsed != nil {
		return tls.Certificate{}, fmt.Errorf("%s: the key cannot be read; wanted PKCS #8, PKCS #1 or SEC 1, of RSA, ECDSA or Ed25519", files.Key)
	}
	return tls.Certificate{}, fmt.Errorf("the key in %s does not go with the first certificate in %s", files.Key, files.Cert)
}

// parseKey reads the first key of a file in any of the forms that there are.
func parseKey(text []byte) (any, error) {
	for rest := text; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return nil, errors.New("no key")
		}
		switch block.Type {
		case "PRIVATE KEY":
			return x509.ParsePKCS8PrivateKey(block.Bytes)
		case "RSA PRIVATE KEY":
			return x509.ParsePKCS1PrivateKey(block.Bytes)
		case "EC PRIVATE KEY":
			return x509.ParseECPrivateKey(block.Bytes)
		}
	}
}

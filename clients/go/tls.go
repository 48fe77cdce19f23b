package talon

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
)

// WithTLS replaces the settings of TLS, which are otherwise to trust the authorities of the system and to show no
// certificate. The address has to ask for TLS, with https:// in front. Whatever they say, TLS 1.2 is the least.
func WithTLS(config *tls.Config) Option {
	return func(s *settings) { s.tls = config }
}

// TLSFiles makes settings for WithTLS from files in PEM: whom to trust instead of the authorities of the system,
// and a certificate to show with its key. Without ca it is the system's, without cert and key there is none. The
// certificate is read again for each connection, so that it can be renewed meanwhile.
func TLSFiles(ca, cert, key string) (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != "" {
		text, err := os.ReadFile(ca)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate in PEM", ca)
		}
	}
	if cert == "" && key == "" {
		return config, nil
	}
	if cert == "" || key == "" {
		return nil, errors.New("a certificate and its key go together")
	}
	read := func() (*tls.Certificate, error) {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", cert, key, err)
		}
		return &pair, nil
	}
	if _, err := read(); err != nil {
		return nil, err
	}
	config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return read() }
	return config, nil
}

// secrecy is how a client speaks TLS.
func (s *settings) secrecy() *tls.Config {
	config := s.tls.Clone()
	if config == nil {
		config = &tls.Config{}
	}
	config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
	return config
}

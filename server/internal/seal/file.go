package seal

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// File is what stands in a key file: a line that names the format, then a line a key, the newest key
// first. Lines that begin with # and empty ones mean nothing.
//
//	talon-keys 1
//	primary hq3c5zea 6hIY…43 characters of base64url
//	old     ax7rk2vd …
type File []Key

// format is the first line of every key file.
const format = "talon-keys 1"

const (
	mostBytes = 64 << 10
	mostKeys  = 32
)

// ErrNoPrimary is the error of a file without a key that seals.
var ErrNoPrimary = errors.New("no key is primary, so nothing can be sealed")

// LineError is the error of a key file with a wrong line. It never shows what stands there, which may be a
// secret.
type LineError struct {
	// Line is counted from 1.
	Line int
	// Wanted says what was expected.
	Wanted string
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: wanted %s", e.Line, e.Wanted) }

// ParseFile reads the text of a key file. Every error of a line is a *LineError.
func ParseFile(text []byte) (File, error) {
	if len(text) > mostBytes {
		return nil, fmt.Errorf("a key file has at most %d bytes", mostBytes)
	}
	var (
		f      File
		headed bool
		number int
	)
	for line := range bytes.Lines(text) {
		number++
		fields := strings.Fields(string(line))
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "#"):
		case !headed && strings.Join(fields, " ") != format:
			return nil, &LineError{number, "the line " + format}
		case !headed:
			headed = true
		default:
			k, wanted := parseKey(fields)
			if wanted == "" {
				wanted = f.conflict(k)
			}
			if wanted != "" {
				return nil, &LineError{number, wanted}
			}
			f = append(f, k)
		}
	}
	if !headed {
		return nil, &LineError{number + 1, "the line " + format}
	}
	return f, nil
}

// secrets is how a secret is written.
var secrets = base64.RawURLEncoding.Strict()

// parseKey reads the fields of a line, or says what was wanted instead.
func parseKey(fields []string) (k Key, wanted string) {
	if len(fields) != 3 {
		return k, "a role, the name of the key and its secret, and nothing else"
	}
	role := slices.Index(roleNames[:], fields[0])
	if role < 0 {
		return k, "a role: " + strings.Join(roleNames[:], ", ")
	}
	secret, err := secrets.DecodeString(fields[2])
	if err != nil || len(secret) != len(k.secret) || secrets.EncodedLen(len(secret)) != len(fields[2]) {
		return k, "a secret of 32 bytes in base64url, which is 43 characters long"
	}
	if slices.Max(secret) == slices.Min(secret) {
		return k, "a secret that nobody guesses"
	}
	k.Role, k.ID = Role(role), fingerprint(secret)
	copy(k.secret[:], secret)
	if k.ID != fields[1] {
		return k, "the name that goes with the secret; one of the two was copied wrongly"
	}
	return k, ""
}

// conflict says what was wanted in place of a key that does not go with those before.
func (f File) conflict(k Key) string {
	switch {
	case len(f) == mostKeys:
		return fmt.Sprintf("at most %d keys", mostKeys)
	case f.find(k.ID) != nil:
		return "a key that is not there yet"
	case k.Role == Primary && f.primary() != nil:
		return "one primary key; this would be the second"
	case k.Role == Next && f.next() != nil:
		return "one next key; this would be the second"
	}
	return ""
}

func (f File) with(fits func(*Key) bool) *Key {
	for i := range f {
		if fits(&f[i]) {
			return &f[i]
		}
	}
	return nil
}

func (f File) find(id string) *Key { return f.with(func(k *Key) bool { return k.ID == id }) }
func (f File) primary() *Key       { return f.with(func(k *Key) bool { return k.Role == Primary }) }
func (f File) next() *Key          { return f.with(func(k *Key) bool { return k.Role == Next }) }

// AppendText writes the file.
func (f File) AppendText(dst []byte) []byte {
	dst = append(dst, format+"\n"...)
	for _, k := range f {
		dst = fmt.Appendf(dst, "%-7s %s %s\n", k.Role, k.ID, secrets.EncodeToString(k.secret[:]))
	}
	return dst
}

// NewFile makes a file with one key, the primary one.
func NewFile() File { return File{newKey(Primary)} }

// Rotate takes the next step of a rotation and returns the key that it concerns. Without a next key it adds
// one; with one, that becomes the primary key and the primary key an old one. Between two steps every
// server has to have read the file.
func (f *File) Rotate() (Key, error) {
	if next := f.next(); next != nil {
		if was := f.primary(); was != nil {
			was.Role = Old
		}
		next.Role = Primary
		return *next, nil
	}
	if len(*f) >= mostKeys {
		return Key{}, fmt.Errorf("there are %d keys; take the lines of retired ones out first", len(*f))
	}
	k := newKey(Next)
	*f = append(File{k}, *f...)
	return k, nil
}

// Retire makes an old or next key open nothing from now on.
func (f File) Retire(id string) error {
	k := f.find(id)
	switch {
	case k == nil:
		return fmt.Errorf("there is no key %q", id)
	case k.Role == Primary:
		return fmt.Errorf("key %s is the primary one; rotate twice first", id)
	}
	k.Role = Retired
	return nil
}

// ReadFile reads a key file that others cannot read. Its group may: that is how a platform hands secrets to
// a process.
func ReadFile(path string) (File, error) {
	text, err := readText(path)
	if err != nil {
		return nil, err
	}
	f, err := ParseFile(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func readText(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", path)
	case info.Size() > mostBytes:
		return nil, fmt.Errorf("%s: a key file has at most %d bytes", path, mostBytes)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o027 != 0:
		return nil, fmt.Errorf("%s has the mode %#o; a key file is for its owner, and at most for its group to read: chmod 600 or 640", path, info.Mode().Perm())
	}
	return os.ReadFile(path)
}

// Create writes a file that is not there yet.
func (f File) Create(path string) error {
	return replace(path, 0o600, func() (File, error) {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is there already; what was sealed under its keys would open no more", path)
		}
		return f, nil
	})
}

// Change reads a file, changes it and writes it back in one piece, so that no reader ever sees half of it. Two
// changes at a time are not possible.
func Change(path string, change func(*File) error) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return replace(path, info.Mode().Perm(), func() (File, error) {
		f, err := ReadFile(path)
		if err == nil {
			err = change(&f)
		}
		return f, err
	})
}

// replace writes what made gives into a new file beside the old one and puts it in its place. The new file is
// there before anything is read, and no second one can be.
func replace(path string, mode os.FileMode, made func() (File, error)) (err error) {
	fresh := path + ".new"
	out, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there: somebody else is changing the keys, or was interrupted; then remove it", fresh)
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(fresh)
		}
	}()
	f, err := made()
	if err == nil {
		_, err = out.Write(f.AppendText(nil))
	}
	if err = errors.Join(err, out.Chmod(mode), out.Sync(), out.Close()); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}

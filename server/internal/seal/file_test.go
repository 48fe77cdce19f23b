package seal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sprint prints a key in every way that shows fields.
func sprint(k Key) string {
	all := []string{fmt.Sprint(k), fmt.Sprintf("%v", k), fmt.Sprintf("%+v", k), fmt.Sprintf("%#v", k)}
	if len(slices.Compact(all)) != 1 {
		return strings.Join(all, " ")
	}
	return all[0]
}

func TestAKeyFileReadsAsItWasWritten(t *testing.T) {
	f := File{newKey(Next), newKey(Primary), newKey(Old), newKey(Old), newKey(Retired)}
	text := string(f.AppendText(nil))
	for _, written := range []string{
		text,
		"# keys of the club\n\n" + text + "\n  # the end",
		strings.ReplaceAll(text, "\n", "\r\n"),
		strings.ReplaceAll(text, " ", "\t "),
		strings.TrimSuffix(text, "\n"),
	} {
		got, err := ParseFile([]byte(written))
		if err != nil || !slices.Equal(got, f) {
			t.Errorf("%q: %v, %v", written, got, err)
		}
	}
}

func TestAWrongLineIsNamedAndNotShown(t *testing.T) {
	line := func(k Key) string { return strings.SplitAfter(string(File{k}.AppendText(nil)), "\n")[1] }
	a, b := newKey(Primary), newKey(Primary)
	old, next, other := newKey(Old), newKey(Next), newKey(Next)
	secret := strings.Fields(line(a))[2]
	head := format + "\n"
	for name, test := range map[string]struct {
		text string
		line int
	}{
		"nothing":                  {"", 1},
		"comments only":            {"# a\n# b\n", 3},
		"no head":                  {line(a), 1},
		"another format":           {"talon-keys 2\n" + line(a), 1},
		"two primary keys":         {head + line(a) + line(b), 3},
		"two next keys":            {head + line(next) + line(a) + line(other), 4},
		"a key twice":              {head + line(a) + line(old) + strings.Replace(line(a), "primary", "old", 1), 4},
		"an unknown role":          {head + "\n" + strings.Replace(line(a), "primary", "main", 1), 3},
		"a role in capitals":       {head + strings.Replace(line(a), "primary", "Primary", 1), 2},
		"no secret":                {head + "primary " + a.ID + "\n", 2},
		"a field too many":         {head + strings.TrimSpace(line(a)) + " # mine\n", 2},
		"a short secret":           {head + "primary " + a.ID + " " + secret[:42] + "\n", 2},
		"a long secret":            {head + "primary " + a.ID + " " + secret + "A\n", 2},
		"padding":                  {head + "primary " + a.ID + " " + secret + "=\n", 2},
		"standard base64":          {head + "primary " + a.ID + " " + strings.Repeat("+", 43) + "\n", 2},
		"another key's name":       {head + "primary " + b.ID + " " + secret + "\n", 2},
		"a secret copied wrongly":  {head + "primary " + a.ID + " " + strings.Repeat("A", 4) + secret[4:] + "\n", 2},
		"a secret of zeros":        {head + "primary " + fingerprint(make([]byte, 32)) + " " + strings.Repeat("A", 43) + "\n", 2},
		"bytes that are no text":   {head + "\xff\xfe\x00 \x80 " + secret, 2},
		"a broken line in a large": {head + strings.Repeat("# much\n", 500) + "primary", 502},
	} {
		_, err := ParseFile([]byte(test.text))
		var wrong *LineError
		if !errors.As(err, &wrong) || wrong.Line != test.line || wrong.Wanted == "" {
			t.Errorf("%s: %v, want line %d", name, err, test.line)
			continue
		}
		if strings.Contains(err.Error(), secret[:8]) || !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: wanted ", test.line)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := format + "\n"
	for range mostKeys + 1 {
		many += line(newKey(Old))
	}
	var wrong *LineError
	if _, err := ParseFile([]byte(many)); !errors.As(err, &wrong) || wrong.Line != mostKeys+2 {
		t.Errorf("too many keys: %v", err)
	}
	if _, err := ParseFile(make([]byte, mostBytes+1)); err == nil || errors.As(err, &wrong) {
		t.Errorf("a large file: %v", err)
	}
}

func TestAFileThatOthersCanReadIsRefused(t *testing.T) {
	path := fileOf(t, NewFile())
	for mode, good := range map[os.FileMode]bool{
		0o600: true, 0o400: true, 0o440: true, 0o640: true,
		0o644: false, 0o604: false, 0o660: false, 0o602: false, 0o666: false, 0o601: false, 0o610: true,
	} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); (err == nil) != good {
			t.Errorf("mode %#o: %v", mode, err)
		}
	}
}

func TestWhatIsNoKeyFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	large := filepath.Join(folder, "large")
	if err := os.WriteFile(large, make([]byte, mostBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, large, filepath.Join(folder, "none"), os.DevNull} {
		if f, err := ReadFile(path); err == nil {
			t.Errorf("%s: %v", path, f)
		}
	}
}

func TestAFileIsNeverOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	f := NewFile()
	if err := f.Create(path); err != nil {
		t.Fatal(err)
	}
	if err := NewFile().Create(path); err == nil {
		t.Error("a second file was written over the first")
	}
	if got, err := ReadFile(path); err != nil || !slices.Equal(got, f) {
		t.Errorf("got %v, %v", got, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestARotationTakesTwoSteps(t *testing.T) {
	path := fileOf(t, NewFile())
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	rotate := func() (k Key) {
		t.Helper()
		if err := Change(path, func(f *File) (err error) { k, err = f.Rotate(); return err }); err != nil {
			t.Fatal(err)
		}
		return k
	}
	roles := func() string {
		t.Helper()
		f, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var roles []string
		for _, k := range f {
			roles = append(roles, k.Role.String())
		}
		return strings.Join(roles, " ")
	}
	added := rotate()
	if added.Role != Next || roles() != "next primary" {
		t.Errorf("first step: %v, %s", added, roles())
	}
	promoted := rotate()
	if promoted.ID != added.ID || promoted.Role != Primary || roles() != "primary old" {
		t.Errorf("second step: %v, %s", promoted, roles())
	}
	rotate()
	rotate()
	if roles() != "primary old old" {
		t.Errorf("a second rotation: %s", roles())
	}
	retire := func(id string) error { return Change(path, func(f *File) error { return f.Retire(id) }) }
	if err := retire(promoted.ID); err != nil || roles() != "primary retired old" {
		t.Errorf("retiring: %v, %s", err, roles())
	}
	f, _ := ReadFile(path)
	for _, id := range []string{f[0].ID, "aaaaaaaa", ""} {
		if err := retire(id); err == nil {
			t.Errorf("%q was retired", id)
		}
	}
	if roles() != "primary retired old" {
		t.Errorf("what was refused changed the file: %s", roles())
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode has become %v, %v", info.Mode(), err)
	}
}

func TestTwoChangesAtATimeAreNotPossible(t *testing.T) {
	path := fileOf(t, NewFile())
	err := Change(path, func(f *File) error {
		if err := Change(path, func(*File) error { return nil }); err == nil || !strings.Contains(err.Error(), path+".new") {
			t.Errorf("a second change: %v", err)
		}
		_, err := f.Rotate()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken off")
	if err := Change(path, func(*File) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := Change(path, func(*File) error { return nil }); err != nil {
		t.Errorf("after one that was broken off: %v", err)
	}
	if f, err := ReadFile(path); err != nil || len(f) != 2 {
		t.Errorf("%v, %v", f, err)
	}
}

func TestARotationStopsWhereAFileIsFull(t *testing.T) {
	f := NewFile()
	for len(f) < mostKeys {
		f = append(f, newKey(Retired))
	}
	if k, err := f.Rotate(); err == nil {
		t.Errorf("one more: %v", k)
	}
}

func FuzzParseFile(f *testing.F) {
	f.Add(File{newKey(Next), newKey(Primary), newKey(Retired)}.AppendText(nil))
	f.Add([]byte(format + "\nprimary aaaaaaaa AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"))
	f.Add([]byte("# x\n\n" + format))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := ParseFile(text)
		if err != nil {
			return
		}
		again, err := ParseFile(file.AppendText(nil))
		if err != nil || !slices.Equal(again, file) {
			t.Errorf("%q reads as %v, and that as %v, %v", text, file, again, err)
		}
	})
}

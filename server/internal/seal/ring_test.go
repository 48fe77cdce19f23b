package seal

import (
	"errors"
	"os"
	"testing"
)

// look looks at the file, and gives what is told.
func look(r *Ring) (told bool, err error) {
	r.Look(func(e error) { told, err = true, e })
	return told, err
}

// put replaces a key file as a platform does it, in one piece.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".put", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".put", path); err != nil {
		t.Fatal(err)
	}
}

func TestAChangedFileIsTakenOver(t *testing.T) {
	f := NewFile()
	path := fileOf(t, f)
	r, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	before := sealed(t, r, "golf-1", "golf/1 m=0", 100)
	if changed, err := look(r); changed || err != nil {
		t.Errorf("the same file: %v, %v", changed, err)
	}
	for range 2 {
		if _, err := f.Rotate(); err != nil {
			t.Fatal(err)
		}
	}
	put(t, path, string(f.AppendText(nil)))
	if changed, err := look(r); !changed || err != nil {
		t.Errorf("a rotated file: %v, %v", changed, err)
	}
	if _, _, err := r.Open(before); err != nil {
		t.Errorf("what was sealed before: %v", err)
	}
	after := sealed(t, r, "golf-1", "golf/1 m=0", 100)
	if p, _ := take(after); p.id != f[0].ID {
		t.Errorf("sealed under %s, the primary key is %s", p.id, f[0].ID)
	}
	uses := r.Uses()
	if len(uses) != 2 || uses[0].Sealed != 1 || uses[0].Opened != 0 || uses[1].Sealed != 1 || uses[1].Opened != 1 {
		t.Errorf("uses: %+v", uses)
	}
}

func TestABrokenFileKeepsTheKeys(t *testing.T) {
	f := NewFile()
	path := fileOf(t, f)
	r, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	text := sealed(t, r, "golf-1", "golf/1 m=0", 100)
	noPrimary := File{newKey(Old), newKey(Next)}
	for n, wrong := range []string{"", "talon-keys 1\nprimary", string(noPrimary.AppendText(nil)), format} {
		put(t, path, wrong)
		for i := range 3 {
			if told, err := look(r); told != (i == 0) || told && err == nil {
				t.Errorf("%q: %v, %v", wrong, told, err)
			}
		}
		if _, refused := r.Reloads(); !r.Broken() || refused != uint64(n+1) || !r.Ready() {
			t.Errorf("%q: broken %v, refused %d, ready %v", wrong, r.Broken(), refused, r.Ready())
		}
		if _, _, err := r.Open(text); err != nil {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := look(r); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
	put(t, path, string(f.AppendText(nil)))
	if _, err := look(r); err != nil || r.Broken() {
		t.Errorf("the old file again: %v", err)
	}
}

func TestWithoutAPrimaryKeyNothingIsSealedUntilThereIsOne(t *testing.T) {
	f := NewFile()
	text := sealed(t, ringOf(t, f), "golf-1", "golf/1 m=0", 100)
	f[0].Role = Old
	path := fileOf(t, f)
	r, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Seal("golf-1", nil, 10); !errors.Is(err, ErrNoPrimary) || r.Ready() {
		t.Errorf("sealing: %v, ready %v", err, r.Ready())
	}
	if _, _, err := r.Open(text); err != nil {
		t.Errorf("opening: %v", err)
	}
	f[0].Role = Primary
	put(t, path, string(f.AppendText(nil)))
	if changed, err := look(r); !changed || err != nil || !r.Ready() {
		t.Errorf("with one: %v, %v, ready %v", changed, err, r.Ready())
	}
}

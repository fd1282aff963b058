package replace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/replace"
)

// tree writes files into a new folder and returns their contents by path.
func tree(t *testing.T, files map[string]string) (dir string, original map[string][]byte) {
	t.Helper()
	dir, original = t.TempDir(), make(map[string][]byte)
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		original[file] = []byte(text)
	}
	return dir, original
}

// wantTree compares all files below dir, those that were left behind included.
func wantTree(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, file)
		data, err := os.ReadFile(file)
		if text, ok := want[name]; !ok || text != string(data) {
			t.Errorf("%s holds %q, want %q", name, data, text)
		}
		seen++
		return err
	})
	if err != nil || seen != len(want) {
		t.Errorf("%d files, want %d (%v)", seen, len(want), err)
	}
}

func TestWriteKeepsModesAndFollowsLinks(t *testing.T) {
	dir, original := tree(t, map[string]string{"a.go": "old a", "p/b.go": "old b"})
	link := filepath.Join(dir, "p", "link.go")
	if err := os.Symlink(filepath.Join(dir, "a.go"), link); err != nil {
		t.Fatal(err)
	}
	b := filepath.Join(dir, "p", "b.go")
	original[link] = original[filepath.Join(dir, "a.go")]
	files := map[string][]byte{b: []byte("new b"), link: []byte("new a")}
	if err := replace.Write(files, original, replace.Journals{Dir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, map[string]string{"a.go": "new a", "p/b.go": "new b", "p/link.go": "new a"})
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone (%v)", err)
	}
	if info, err := os.Stat(b); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, want 0640 (%v)", info.Mode(), err)
	}
}

// TestWriteChangesNothing has one file that can be written, and another one,
// before it and after it in the order, that cannot.
func TestWriteChangesNothing(t *testing.T) {
	for _, bad := range []string{"a.go", "z.go"} {
		for name, spoil := range map[string]func(t *testing.T, file string, o map[string][]byte){
			"has changed since": func(t *testing.T, file string, _ map[string][]byte) {
				os.WriteFile(file, []byte("theirs"), 0o666)
			},
			"no such file": func(t *testing.T, file string, _ map[string][]byte) {
				os.Remove(file)
			},
			"no ordinary file": func(t *testing.T, file string, _ map[string][]byte) {
				os.Remove(file)
				os.Mkdir(file, 0o777)
			},
			"not known what": func(_ *testing.T, file string, o map[string][]byte) {
				delete(o, file)
			},
			"permission denied": func(t *testing.T, file string, _ map[string][]byte) {
				if os.Getuid() == 0 {
					t.Skip("nothing is forbidden to root")
				}
				os.Chmod(file, 0o400)
			},
		} {
			t.Run(bad+" "+name, func(t *testing.T) {
				dir, original := tree(t, map[string]string{"m.go": "old", bad: "old"})
				file := filepath.Join(dir, bad)
				spoil(t, file, original)
				text := []byte("new")
				new := map[string][]byte{filepath.Join(dir, "m.go"): text, file: text}
				err := replace.Write(new, original, replace.Journals{Dir: t.TempDir()})
				if err == nil || !strings.Contains(err.Error(), name) ||
					!strings.HasPrefix(err.Error(), "nothing was changed") {
					t.Errorf("error %v, want one that speaks of %q", err, name)
				}
				want := map[string]string{"m.go": "old"}
				if data, err := os.ReadFile(file); err == nil {
					want[bad] = string(data)
				}
				wantTree(t, dir, want)
			})
		}
	}
}

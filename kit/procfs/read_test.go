package procfs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is read whole, whatever its size is next to the buffer, also when it
// has grown or shrunk since.
func TestRead(t *testing.T) {
	f, path := written(t, "")
	for _, size := range []int{0, 1, 63, 64, 65, 255, 256, 257, 511, 512, 513,
		100_000, 131_072, 64, 256, 7, 0, 1} {
		want := strings.Repeat("0123456789", size/10+1)[:size]
		rewrite(t, path, want)
		var buf [64]byte
		got, err := f.read(buf[:])
		if string(got) != want || err != nil {
			t.Errorf("size %d: read %d bytes, %v", size, len(got), err)
		}
	}
}

// written returns a file with text in it, open, and its path.
func written(t *testing.T, text string) (file, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	rewrite(t, path, text)
	f, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, path
}

// rewrite changes what is in a file; who has it open sees the new text.
func rewrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestShortReads reads a file of which the kernel gives one page at a time,
// however much is asked for.
func TestShortReads(t *testing.T) {
	const path = "/proc/kallsyms"
	want, err := os.ReadFile(path)
	if err != nil || len(want) < 1<<16 {
		t.Skipf("no long list of symbols here: %d bytes, %v", len(want), err)
	}
	f, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	whole := make([]byte, len(want)+1)
	if n, err := f.f.Read(whole); err != nil || n == len(want) {
		t.Skipf("the kernel gave all %d bytes at once, %v", n, err)
	}
	for range 2 {
		var buf [4096]byte
		if got, err := f.read(buf[:]); string(got) != string(want) || err != nil {
			t.Errorf("read %d bytes of %d, %v", len(got), len(want), err)
		}
	}
}

// TestTinyBuffer reads files of the kernel's own that do not change through
// buffers that hold a byte or a few, so that they grow many times.
func TestTinyBuffer(t *testing.T) {
	for _, path := range []string{"/proc/version", "/proc/filesystems", "/proc/devices"} {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Skip(err)
		}
		for size := 1; size <= 9; size++ {
			f, err := open(path)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				got, err := f.read(make([]byte, size))
				if string(got) != string(want) || err != nil {
					t.Errorf("%s, %d bytes at first: %q, %v", path, size, got, err)
				}
			}
			f.Close()
		}
	}
}

// readInto calls the Read of the type that belongs to a value.
func readInto(f file, value reader) error {
	switch v := value.(type) {
	case *Loadavg:
		return (&LoadavgFile{f}).Read(v)
	case *Meminfo:
		return (&MeminfoFile{f}).Read(v)
	case *Stat:
		return (&StatFile{f}).Read(v)
	case *Status:
		return (&StatusFile{f}).Read(v)
	case *NetDev:
		return (&NetDevFile{f}).Read(v)
	}
	return (&DiskstatsFile{f}).Read(value.(*Diskstats))
}

// TestReadAgain reads one descriptor into one value while the file becomes that
// of one kernel after another, longer and shorter, empty, wrong, and longer than
// any buffer.
func TestReadAgain(t *testing.T) {
	for _, p := range parsers {
		f, path := written(t, "")
		var texts []string
		for _, s := range samples(t, p.name) {
			texts = append(texts, s.text, "", "wrong", s.text[:len(s.text)/2], long(p.name))
		}
		used := p.fresh()
		for i, text := range append(texts, texts...) {
			rewrite(t, path, text)
			err := readInto(f, used)
			want, wantErr := reference(p.name, text)
			if (err == nil) != (wantErr == nil) {
				t.Errorf("%s, text %d: %v, but the reference %v", p.name, i, err, wantErr)
			}
			if x, y := fmt.Sprintf("%+v", used), fmt.Sprintf("%+v", want); err == nil && x != y {
				t.Errorf("%s, text %d: %.200s, want %.200s", p.name, i, x, y)
			}
		}
	}
}

// long returns a text that a file may hold and that no buffer on a stack does.
func long(file string) string {
	const n = 2000
	switch file {
	case "loadavg":
		return "0.1 0.2 0.3 1/2 3" + strings.Repeat(" ", n) + strings.Repeat(" 4", n) + "\n"
	case "net/dev":
		return titles + strings.Repeat("eth0: 1 2 3\n", n) + strings.Repeat("x", n) + ": 1\n"
	case "diskstats":
		return strings.Repeat("8 0 sda 1 2 3 4 5\n", n) + "8 1 " + strings.Repeat("x", n) + " 1\n"
	case "stat":
		return "cpu 1\n" + strings.Repeat("cpu1 2 3\n", n) + "intr 1" + strings.Repeat(" 2", n) +
			"\nsoftirq" + strings.Repeat(" 3", n) + "\nnew" + strings.Repeat("x", n) + " 1\n"
	case "meminfo":
		return strings.Repeat("MemNew: 1 kB\n", n) + strings.Repeat("x", n) + ": 1\n" +
			"MemFree:" + strings.Repeat(" ", n) + strings.Repeat("0", n) + "7 kB\n"
	}
	return strings.Repeat("New:\tx\n", n) + "Name:\t" + strings.Repeat("x", n) + "\nGroups:" +
		strings.Repeat("\t4294967295", n) + "\n"
}

func TestNoFile(t *testing.T) {
	if _, err := open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	f, _ := written(t, "")
	f.Close()
	for _, p := range parsers {
		if err := readInto(f, p.fresh()); !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s, closed: %v", p.name, err)
		}
	}
}

// An error of the kernel is handed on, and nothing is made of what was read.
func TestReadFails(t *testing.T) {
	folder, err := open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	var e *os.PathError
	for _, p := range parsers {
		if err := readInto(folder, p.fresh()); !errors.As(err, &e) || e.Op != "read" {
			t.Errorf("%s of a folder: %v", p.name, err)
		}
	}
}

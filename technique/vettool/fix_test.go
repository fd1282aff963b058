package vettool

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixShared has functions of one file that need several helpers each, and some of them the
// same: go vet -fix declares each once.
func TestFixShared(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "wring")
	run := func(dir string, args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("../..", "build", "-o", tool, "./cmd/wring")
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"p.go": `package p

import (
	"encoding/binary"
	"io"
)

type numbers struct {
	a uint8
	b uint16
	c uint32
	d uint64
}

func first(r io.Reader, n *numbers) error {
	if err := binary.Read(r, binary.BigEndian, &n.a); err != nil {
		return err
	}
	if err := binary.Read(r, binary.BigEndian, &n.c); err != nil {
		return err
	}
	return binary.Read(r, binary.BigEndian, &n.d)
}

func second(r io.Reader, n *numbers) error {
	if err := binary.Read(r, binary.BigEndian, &n.b); err != nil {
		return err
	}
	if err := binary.Read(r, binary.BigEndian, &n.d); err != nil {
		return err
	}
	if err := binary.Read(r, binary.BigEndian, &n.c); err != nil {
		return err
	}
	return binary.Read(r, binary.BigEndian, &n.a)
}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(dir, "vet", "-vettool="+tool, "-fix", ".")
	text, err := os.ReadFile(filepath.Join(dir, "p.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"readNumber8", "readNumber16", "readNumber32", "readNumber64"} {
		if n := strings.Count(string(text), "func "+name+"["); n != 1 {
			t.Errorf("%s is declared %d times", name, n)
		}
	}
	run(dir, "build", ".")
}

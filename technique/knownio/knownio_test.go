package knownio

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, Technique) }

func TestOlder(t *testing.T) {
	files, err := filepath.Glob("testdata/older/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { techtest.Older(t, Technique, file) })
	}
}

// comparing is a program that has helpers write what w.Write writes, for buffers that are empty,
// full and in between, before something that fails at any byte.
const comparing = `package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

type failing struct {
	bytes.Buffer
	room int
}

func (f *failing) Write(p []byte) (int, error) {
	n := min(f.room, len(p))
	f.room -= n
	f.Buffer.Write(p[:n])
	if n < len(p) {
		return n, errors.New("full")
	}
	return n, nil
}

func all(write func(w io.Writer, p []byte) (int, error)) (said string) {
	for room := range 24 {
		for size := range 6 {
			f := &failing{room: room}
			plain, buffered := &bytes.Buffer{}, bufio.NewWriterSize(f, 16)
			for i := range 5 {
				p := []byte("0123456789")[i : i+size]
				for _, w := range []io.Writer{buffered, plain, f} {
					n, err := write(w, p)
					said += fmt.Sprintln(n, err, buffered.Buffered())
				}
			}
			said += fmt.Sprintln(buffered.Flush(), f.String(), plain.String())
		}
	}
	return said
}

func main() {
	want := all(func(w io.Writer, p []byte) (int, error) { return w.Write(p) })
	for name, got := range map[string]string{"now": all(now), "older": all(older)} {
		if got != want {
			fmt.Println(name, "differs")
		}
	}
	fmt.Println(len(want) > 1000)
}

`

// TestWriters has both helpers do what w.Write does.
func TestWriters(t *testing.T) {
	text := func(name, helper string) string {
		return strings.Replace(helper, "func writeSmall", "func "+name, 1) + "\n\n"
	}
	file := filepath.Join(t.TempDir(), "main.go")
	program := comparing + text("now", writer.Text) + text("older", olderWriter.Text)
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", file)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "true\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

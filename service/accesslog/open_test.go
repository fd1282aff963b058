package accesslog

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestOpen: a log is the same plain, compressed by gzip or zstd, in a file or on
// standard input, whatever its name.
func TestOpen(t *testing.T) {
	const log = "time:20/Nov/2026:10:00:00 +0000\tmethod:GET\turi:/\tstatus:200\treqtime:0.1\n"
	for name, pack := range map[string]func(io.Writer) io.WriteCloser{
		"plain": func(w io.Writer) io.WriteCloser { return nopCloser{w} },
		"gzip":  func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser {
			z, err := zstd.NewWriter(w)
			if err != nil {
				t.Fatal(err)
			}
			return z
		},
	} {
		var packed bytes.Buffer
		w := pack(&packed)
		if _, err := io.WriteString(w, strings.Repeat(log, 5000)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "access.log")
		if err := os.WriteFile(file, packed.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, source := range []string{file, "-"} {
			r, err := Open(source, &packed)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			b := NewBooks(By{}, nil)
			err = b.Read(t.Context(), r, "log", Options{})
			if err != nil || b.Booked != 5000 {
				t.Errorf("%s from %s: %d of 5000 lines, %v", name, filepath.Base(source), b.Booked,
					err)
			}
			r.Close()
		}
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// TestOpenDamaged: of a file that ends too early, what could be read is booked,
// and the error says where it ends.
func TestOpenDamaged(t *testing.T) {
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50_000 {
		line := strings.Repeat(string(rune('a'+i*i%26)), i%30)
		io.WriteString(z, "method:GET\turi:/"+line+"\tstatus:200\treqtime:0.1\n")
	}
	z.Close()
	r, err := Open("-", bytes.NewReader(packed.Bytes()[:packed.Len()*3/4]))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b := NewBooks(By{}, nil)
	err = b.Read(t.Context(), r, "log", Options{})
	if err == nil || !strings.Contains(err.Error(), "log: after line ") {
		t.Errorf("the error is %v", err)
	}
	if b.Booked == 0 || b.Booked == 50_000 {
		t.Errorf("%d lines were booked", b.Booked)
	}
}

package testenv

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// JSON returns the value that a file holds.
func JSON[T any](t testing.TB, name string) T {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// Golden fails the test unless a file holds got. With update it writes the file.
func Golden(t testing.TB, name string, got []byte, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got:\n%s\nwant, from %s (-update rewrites it):\n%s", got, name, want)
	}
}

package outline

import (
	"bytes"
	"go/build"
	"io"
	"testing"
)

// TestMatch compares with package go/build.
func TestMatch(t *testing.T) {
	names := []string{"a.go", "a_linux.go", "linux.go", "a_arm64.go", "a_windows_amd64.go",
		"a_linux_test.go", "a_unix.go", "x_y_darwin_arm64_test.go", "_a.go", ".a.go", "a_test.go",
		"a_android.go", "a_solaris.go", "windows_amd64.go", "a_linux_foo.go", "a_wasm.b.go"}
	texts := []string{"package p\n", "//go:build linux && !cgo\n\npackage p\n",
		"// License.\n\n//go:build unix || extra\n\n// Package p is.\npackage p\n",
		"//go:build !go1.25\n\npackage p\n", "//go:build go1.20 && gc\n\npackage p\n",
		"//go:build go1.99\n\npackage p\n", "//go:build ignore\n\npackage p\n",
		"/* a\nb */\n\n//go:build (darwin && arm64) || (windows && !extra)\n\npackage p\n",
		"// +build linux,amd64 darwin\n// +build !extra\n\npackage p\n",
		"package p\n\n//go:build ignore\n", "//go:build boring\n\npackage p\n"}
	for _, b := range []Build{{"linux", "amd64", true, nil}, {"darwin", "arm64", false, nil},
		{"windows", "amd64", false, []string{"extra"}}, {"android", "arm64", true, nil},
		{"illumos", "amd64", false, nil}, {"js", "wasm", false, nil},
		{"ios", "arm64", true, []string{"a", "extra"}}, {"plan9", "386", false, nil}} {
		for _, name := range names {
			for _, text := range texts {
				ctx := build.Default
				ctx.GOOS, ctx.GOARCH = b.GOOS, b.GOARCH
				ctx.CgoEnabled, ctx.BuildTags = b.Cgo, b.Tags
				ctx.OpenFile = func(string) (io.ReadCloser, error) {
					return io.NopCloser(bytes.NewBufferString(text)), nil
				}
				want, err := ctx.MatchFile("", name)
				if err != nil {
					t.Fatal(err)
				}
				if got := b.Match(name, []byte(text)); got != want {
					t.Errorf("%v: %s %q: %v, want %v", b, name, text, got, want)
				}
			}
		}
	}
}

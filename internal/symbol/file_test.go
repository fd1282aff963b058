package symbol

import "testing"

// TestFileName proves that what is below a module is named from there and found
// again, and that nothing else is taken for it.
func TestFileName(t *testing.T) {
	for _, c := range []struct {
		dir, file, name string
		holds           bool
	}{
		{"/src/m", "/src/m/p/p.go", "p/p.go", true},
		{"/src/m/", "/src/m/go.mod", "go.mod", true},
		{"/src/m", "/src/m", ".", true},
		{"/src/m", "/src/m/..p/p.go", "..p/p.go", true},
		{"/src/m", "/src/m2/p.go", "/src/m2/p.go", false},
		{"/src/m", "/src/p.go", "/src/p.go", false},
		{"/src/m", "/go/src/fmt/print.go", "/go/src/fmt/print.go", false},
		{"", "/src/m/p.go", "/src/m/p.go", false},
	} {
		got := FileName(c.dir, c.file)
		if got != c.name {
			t.Errorf("FileName(%q, %q) is %q, want %q", c.dir, c.file, got, c.name)
		}
		if holds := Holds(c.dir, c.file); holds != c.holds {
			t.Errorf("Holds(%q, %q) is %t", c.dir, c.file, holds)
		}
		if back := FilePath(c.dir, got); back != c.file {
			t.Errorf("FilePath(%q, %q) is %q, want %q", c.dir, got, back, c.file)
		}
	}
}

package wring_test

import (
	"os"
	"testing"

	"github.com/wring-go/wring/internal/form"
)

// TestForm runs the checks that need only the text of the repository. The
// cases that prove that each of them can fail are in internal/form/testdata.
func TestForm(t *testing.T) {
	tree := tree(t)
	for _, check := range form.Checks() {
		t.Run(check.Name, func(t *testing.T) {
			for _, p := range check.Run(tree) {
				t.Error(p)
			}
		})
	}
	t.Log(form.Measure(tree))
}

// tree loads the repository, the modules below it included.
func tree(t *testing.T) *form.Tree {
	t.Helper()
	tree, err := form.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

package wring_test

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// maxLinked is how many packages a program may get that imports the front door,
// those of the standard library included and those below technique left out,
// built by Go 1.26. A package more is a decision: docs/decisions/0020 says what
// went, and why. A technique more is none.
const maxLinked = 153

// TestLinked counts what a program links that imports the front door, and wants
// nothing heavy in it.
func TestLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(out))
	if !slices.Contains(list, module) {
		t.Fatalf("%s is not in its own list", module)
	}
	list = slices.DeleteFunc(list, func(path string) bool {
		return strings.HasPrefix(path, module+"/technique/")
	})
	limit := maxLinked
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		limit += 10 // encoding/json of Go 1.27 has seven packages more
	}
	if len(list) > limit {
		t.Errorf("the front door links %d packages, at most %d: see `go list -deps .`",
			len(list), limit)
	}
	for _, heavy := range []string{"crypto/sha256", "net/url", "database/sql", "modernc.org/sqlite",
		"github.com/lib/pq", "github.com/go-sql-driver/mysql", "net", "net/http", "go/importer",
		"go/build", "go/doc", "golang.org/x/tools/go/types/typeutil",
		"golang.org/x/tools/go/packages", "golang.org/x/tools/go/analysis/checker"} {
		if slices.Contains(list, heavy) {
			t.Errorf("the front door links %s", heavy)
		}
	}
	t.Logf("%d packages, and those of the techniques", len(list))
}

package poolsim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
)

// TestReleases runs the comparison with database/sql under the first release and
// the last that the model is of. The one in between builds this test.
func TestReleases(t *testing.T) {
	if testing.Short() {
		t.Skip("builds with other toolchains; not with -short")
	}
	files := map[string]string{"go.mod": "module example.com/poolsim\n\ngo 1.25\n"}
	for _, name := range []string{"poolsim.go", "arrivals.go", "events.go", "pool.go",
		"cleaner.go", "simulate.go", "real_test.go", "model_test.go"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	for _, toolchain := range []string{"go1.25.14", "go1.27.4"} {
		t.Run(toolchain, func(t *testing.T) {
			env := append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOWORK=off", "GOFLAGS=")
			have := exec.Command("go", "version")
			have.Env = env
			if out, err := have.CombinedOutput(); err != nil {
				t.Skipf("no %s: %s", toolchain, out)
			}
			dir := testenv.Module(t, files)
			cmd := exec.Command("go", "test", "-v", "-run", "^TestModelEqualsDatabaseSQL$", ".")
			cmd.Dir, cmd.Env = filepath.Clean(dir), env
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if n := strings.Count(string(out), "    --- PASS"); n != 200 {
				t.Errorf("%d cases, not 200", n)
			}
		})
	}
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// guardedRepository is a module with a budget that is kept, and a change that
// breaks it.
const guardedRepository = `
-- go.mod --
module example.com/m

go 1.25
-- m.go --
package m

var kept *[64]byte

func F() {}
-- m_test.go --
package m

import "testing"

func BenchmarkF(b *testing.B) {
	for b.Loop() {
		F()
	}
}
-- worse.go.txt --
package m

var kept *[64]byte

func F() { kept = new([64]byte) }
`

// shell is a folder in which the shell steps of docs/ci are run, with nothing of
// the user's settings and with this wring.
type shell struct {
	t   *testing.T
	dir string
	env []string
}

func newShell(t *testing.T) *shell {
	if testing.Short() {
		t.Skip("builds a module several times")
	}
	for _, name := range []string{"sh", "bash", "git"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	if runtime.GOOS != "linux" {
		t.Skip("the tracer runs on linux")
	}
	s := &shell{t: t, dir: t.TempDir()}
	s.env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=g", "GIT_AUTHOR_EMAIL=g@example.com",
		"GIT_COMMITTER_NAME=g", "GIT_COMMITTER_EMAIL=g@example.com")
	for _, f := range txtar.Parse([]byte(guardedRepository)).Files {
		s.write(f.Name, string(f.Data))
	}
	s.must("git init -q . && git add . && git commit -q -m first")
	s.must("wring guard -update ./... && git add . && git commit -q -m budgets")
	return s
}

func (s *shell) write(name, text string) {
	s.t.Helper()
	name = filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
		s.t.Fatal(err)
	}
}

// run runs a script with bash, as the services do.
func (s *shell) run(script string, env ...string) (output string, ok bool) {
	s.t.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = s.dir, append(append(s.env, "PWD="+s.dir), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

func (s *shell) must(script string, env ...string) string {
	s.t.Helper()
	out, ok := s.run(script, env...)
	if !ok {
		s.t.Fatalf("%s fails:\n%s", script, out)
	}
	return out
}

func (s *shell) fails(want, script string, env ...string) {
	s.t.Helper()
	if out, ok := s.run(script, env...); ok || !strings.Contains(out, want) {
		s.t.Errorf("%s: ok is %v, and it is to say %q:\n%s", script, ok, want, out)
	}
}

// ci returns a file of docs/ci.
func ci(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPreCommit commits through the hook: it looks at what is to be committed,
// whatever the folder holds.
func TestPreCommit(t *testing.T) {
	s := newShell(t)
	s.write(".git/hooks/pre-commit", ci(t, "pre-commit"))
	s.write("README", "no Go file\n")
	if out := s.must("git add README && git commit -q -m readme"); out != "" {
		t.Errorf("a commit without Go files says %q", out)
	}
	s.must("cp worse.go.txt m.go")
	s.fails("BenchmarkF allocates 1 object", "git commit -q -a -m worse")
	s.must("git add m.go && git checkout-index -f m.go && " +
		"printf 'package m\n\nfunc F() {}\n' >m.go")
	s.fails("BenchmarkF allocates 1 object", "git commit -q -m 'worse, and mended in the folder'")
	s.must("git add m.go && git commit -q -m mended")
	s.fails("there is no wring.budget", "git rm -q wring.budget && git commit -q -m 'no budget'")
	s.fails("wring is not installed", "PATH=$(dirname $(command -v git)):/bin git commit -q -m x")
	if out := s.must("git reset -q --hard && ls .git"); strings.Contains(out, "wring-guard") {
		t.Error("the copy is left behind")
	}
}

// TestAction runs the step of the action that checks, and looks at the other.
func TestAction(t *testing.T) {
	text := ci(t, "action.yml")
	install, check, ok := strings.Cut(text, "- name: check budgets")
	if !ok || !strings.Contains(install, `go install "github.com/wring-go/wring/cmd/wring@`) {
		t.Fatal("the steps are not as this test knows them")
	}
	script := block(t, check, "\n      run: |")
	s := newShell(t)
	env := []string{"PACKAGES=./... ./", "FLAGS=-tight -strict"}
	if out := s.must(script, env...); !strings.Contains(out, "wring guard: kept under") {
		t.Errorf("it says\n%s", out)
	}
	s.must("cp worse.go.txt m.go")
	s.fails("::error file=m.go,line=5,col=", script, env...)
}

// TestGitLab runs the script of the job.
func TestGitLab(t *testing.T) {
	var lines []string
	for line := range strings.Lines(block(t, ci(t, "gitlab.yml"), "\n  script:")) {
		lines = append(lines, strings.TrimPrefix(strings.TrimSpace(line), "- "))
	}
	script := strings.Join(lines, "\n")
	s := newShell(t)
	s.must(script)
	if out := s.must("cat wring-guard.xml"); !strings.Contains(out, `failures="0"`) {
		t.Errorf("the report is\n%s", out)
	}
	s.must("cp worse.go.txt m.go")
	s.fails("BenchmarkF allocates 1 object", script)
	if out := s.must("cat wring-guard.xml"); !strings.Contains(out, `failures="1"`) {
		t.Errorf("the report is\n%s", out)
	}
	s.must("rm wring.budget")
	s.fails("wring.budget does not exist", script)
}

// block returns the lines below a key of YAML, given with the line break and the
// spaces before it, that are indented further.
func block(t *testing.T, text, key string) string {
	t.Helper()
	_, after, ok := strings.Cut(text, key+"\n")
	if !ok {
		t.Fatalf("no %q", key)
	}
	name := strings.TrimLeft(key, "\n ")
	indent := len(key) - len("\n") - len(name)
	var lines []string
	for line := range strings.Lines(after) {
		if len(line)-len(strings.TrimLeft(line, " ")) <= indent {
			break
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		t.Fatalf("nothing below %q", key)
	}
	return strings.Join(lines, "")
}

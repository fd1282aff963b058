package replace_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/replace"
)

// dieAt makes this test binary a process that does something with files and
// kills itself: "write 3 DIR" is at the fourth step of a write below DIR.
const dieAt = "WRING_TEST_DIE_AT"

// finishArg makes it the finisher of a write.
const finishArg = "-finish"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == finishArg {
		if err := replace.Finish(os.Args[2]); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if todo := os.Getenv(dieAt); todo != "" {
		die(todo)
	}
	os.Exit(m.Run())
}

func die(todo string) {
	words := strings.SplitN(todo, " ", 3)
	last, err := strconv.Atoi(words[1])
	step := 0
	at := func() {
		if step == last {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		}
		step++
	}
	v := versions(words[2])
	switch {
	case err != nil:
	case words[0] == "write":
		err = replace.WriteAt(v[1], v[0], alone(words[2]), at)
	case words[0] == "escorted":
		var self string
		if self, err = os.Executable(); err == nil {
			with := replace.Journals{Dir: journals(words[2]), Finisher: []string{self, finishArg}}
			err = replace.WriteAt(v[1], v[0], with, at)
		}
	default:
		_, err = replace.RecoverAt(journals(words[2]), at)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// journals is the folder of journals beside the files in dir.
func journals(dir string) string { return filepath.Join(dir, "journals") }

// alone has no finisher.
func alone(dir string) replace.Journals { return replace.Journals{Dir: journals(dir)} }

// versions are two contents for each of three files in two folders.
func versions(dir string) [2]map[string][]byte {
	var v [2]map[string][]byte
	for i, letter := range []string{"old", "new"} {
		v[i] = make(map[string][]byte)
		for _, name := range []string{"x.go", "p/y.go", "z.go"} {
			v[i][filepath.Join(dir, name)] = []byte(strings.Repeat(letter+name+"\n", 200))
		}
	}
	return v
}

// put writes files as they are.
func put(t *testing.T, files map[string][]byte) {
	t.Helper()
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// killed runs a process that kills itself at a step, and reports whether it did
// before it was done.
func killed(t *testing.T, what string, step int, dir string) bool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %s", dieAt, what, step, dir))
	out, err := cmd.CombinedOutput()
	if len(out) > 0 {
		t.Fatalf("%s: %s", what, out)
	}
	return err != nil
}

// TestKilled kills a writer at each of its steps, and then who finishes its work
// at each of theirs. In the end all files are new, or all are old.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	mixed := 0
	for step := 0; ; step++ {
		dir := t.TempDir()
		v := versions(dir)
		put(t, v[0])
		if !killed(t, "write", step, dir) {
			wantFiles(t, v[1])
			break
		}
		if holds(t, v[0]) != len(v[0]) && holds(t, v[1]) != len(v[1]) {
			mixed++
		}
		for again := 0; killed(t, "recover", again, dir); again++ {
			wantWhole(t, v)
		}
		if n := holds(t, v[0]); n != 0 && n != len(v[0]) {
			t.Errorf("killed at step %d: %d of %d files are old", step, n, len(v[0]))
		}
		if left, err := os.ReadDir(journals(dir)); len(left) > 0 {
			t.Errorf("killed at step %d: left behind %v (%v)", step, left, err)
		}
		wantTidy(t, dir, v)
	}
	if mixed != 2 {
		t.Errorf("%d of the steps are between two renames, want 2", mixed)
	}
}

// TestKilledEscorted kills a writer at each of its steps. Without further
// action all files are soon new, or all are old.
func TestKilledEscorted(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	finished := 0
	for step := 0; ; step++ {
		dir := t.TempDir()
		v := versions(dir)
		put(t, v[0])
		died := killed(t, "escorted", step, dir)
		if !died {
			wantFiles(t, v[1])
			break
		}
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
			if left, _ := os.ReadDir(journals(dir)); len(left) == 0 {
				break // the finisher is done, or had nothing to do
			}
			time.Sleep(time.Millisecond)
		}
		if n := holds(t, v[0]); n != 0 && n != len(v[0]) {
			t.Errorf("killed at step %d: %d of %d files are old", step, n, len(v[0]))
		}
		if holds(t, v[1]) == len(v[1]) {
			finished++
		}
	}
	if want := 5; finished != want { // before, between and after the renames
		t.Errorf("%d of the writes were finished, want %d", finished, want)
	}
}

// holds returns how many of the files are as they are in the list.
func holds(t *testing.T, files map[string][]byte) int {
	t.Helper()
	n := 0
	for name, content := range files {
		now, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(now, content) {
			n++
		}
	}
	return n
}

func wantFiles(t *testing.T, files map[string][]byte) {
	t.Helper()
	if n := holds(t, files); n != len(files) {
		t.Errorf("%d of %d files are as they should be", n, len(files))
	}
}

// wantWhole fails when a file is neither the old one nor the new one.
func wantWhole(t *testing.T, v [2]map[string][]byte) {
	t.Helper()
	if n := holds(t, v[0]) + holds(t, v[1]); n != len(v[0]) {
		t.Errorf("only %d of %d files are whole", n, len(v[0]))
	}
}

// wantTidy writes once more, after which nothing may be left beside the files.
func wantTidy(t *testing.T, dir string, v [2]map[string][]byte) {
	t.Helper()
	now := v[0]
	if holds(t, v[1]) > 0 {
		now = v[1]
	}
	if err := replace.Write(v[0], now, alone(dir)); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", ".*"))
	more, err2 := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || err2 != nil || len(left)+len(more) > 0 {
		t.Errorf("left behind: %v %v", left, more)
	}
}

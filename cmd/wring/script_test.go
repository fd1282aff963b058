package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// TestMain lets the scripts run this very binary as wring, and as the program
// that sends signals to it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"wring": main, "interrupt": interrupt})
}

// TestScripts runs what a user types, and compares what comes back. Each script
// begins with what it proves. At the end of each, whatever it was about, no
// process and no temporary file of it may be left.
func TestScripts(t *testing.T) {
	testscript.Run(t, params(t, "testdata/script"))
}

// TestScriptsAlone runs the scripts that measure time: one after the other.
func TestScriptsAlone(t *testing.T) {
	testscript.RunT(oneByOne{t}, params(t, "testdata/script/alone"))
}

// oneByOne is a testscript.T whose tests do not run in parallel.
type oneByOne struct{ *testing.T }

func (t oneByOne) Parallel()     {}
func (t oneByOne) Verbose() bool { return testing.Verbose() }
func (t oneByOne) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(oneByOne{t}) })
}

func params(t *testing.T, dir string) testscript.Params {
	p := place(t)
	tools := goEnv(t)
	binary, err := exec.LookPath("wring")
	if err != nil {
		t.Fatal(err)
	}
	return testscript.Params{
		Dir: dir, WorkdirRoot: p.work, RequireUniqueNames: true, UpdateScripts: *update,
		Cmds: commands(), Condition: condition,
		Setup: func(env *testscript.Env) error {
			env.Setenv("BIN", filepath.Dir(binary)) // a PATH with nothing but wring
			return setup(env, p, tools)
		},
	}
}

// setup gives a script an environment in which nothing of the user's own
// settings is left, and in which what was built once is found again.
func setup(env *testscript.Env, p folders, tools map[string]string) error {
	for _, key := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		env.Setenv(key, tools[key])
	}
	home := filepath.Join(env.WorkDir, ".home")
	for key, value := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": p.config, "XDG_CACHE_HOME": p.cache,
		"GOENV": "off", "GOFLAGS": "", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "",
		"GOTRACEBACK": "single", "USERPROXY": tools["GOPROXY"],
	} {
		env.Setenv(key, value)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		return err
	}
	env.Setenv("EXAMPLES", examples)
	env.Values[shown{}] = strings.NewReplacer(env.WorkDir, "$WORK",
		tools["GOROOT"], "$GOROOT", tools["GOVERSION"], "$GOVERSION")
	env.Defer(func() { checkLeftovers(env) })
	return nil
}

// checkLeftovers fails the script when a process or a temporary file is left.
func checkLeftovers(env *testscript.Env) {
	t, ok := env.T().(interface{ Errorf(string, ...any) })
	if !ok {
		panic("testscript's T is no testing.T")
	}
	for _, p := range processes("WORK=" + env.WorkDir) {
		t.Errorf("left behind: process %s", p)
	}
	files, err := filepath.Glob(filepath.Join(env.WorkDir, ".tmp", "*"))
	if err != nil {
		t.Errorf("%v", err)
	}
	for _, f := range files {
		t.Errorf("left behind: temporary file %s", filepath.Base(f))
	}
}

// processes returns the processes that have the setting in their environment,
// with their command lines. Without /proc there are none.
func processes(setting string) []string {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	var found []string
	for _, file := range files {
		env, err := os.ReadFile(file) // it may have ended, or belong to another user
		if err != nil || !strings.Contains("\x00"+string(env), "\x00"+setting+"\x00") {
			continue
		}
		dir := filepath.Dir(file)
		line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		if len(line) == 0 {
			continue // a zombie: it has ended
		}
		found = append(found, filepath.Base(dir)+" "+strings.ReplaceAll(string(line), "\x00", " "))
	}
	return found
}

// goEnv asks the go command of this test run about itself.
func goEnv(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var env map[string]string
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	return env
}

// folders are where scripts work and what they share.
type folders struct {
	work   string // empty at first; below it each script has a folder of its own
	cache  string // the user's cache folder, as wring sees it
	config string // the user's settings: the go command starts no telemetry
}

// place returns folders that are the same in each run of the tests, so that
// the go command and wring find what they built the last time. Another run at
// the same time gets others.
func place(t *testing.T) folders {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = t.TempDir()
	}
	base = filepath.Join(base, "wring-test")
	for slot := 0; ; slot++ {
		work := filepath.Join(base, fmt.Sprint("work", slot))
		if err := os.MkdirAll(work, 0o777); err != nil {
			t.Fatal(err)
		}
		if !claim(t, work+".lock") {
			continue
		}
		if err := os.RemoveAll(work); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(work, 0o777); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(work) })
		p := folders{work: work, cache: filepath.Join(base, "cache"),
			config: filepath.Join(base, "config")}
		p.writeConfig(t)
		return p
	}
}

func (p folders) writeConfig(t *testing.T) {
	dir := filepath.Join(p.config, "go", "telemetry")
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "mode"), []byte("off"), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// claim locks a file until the test ends, unless another process has it.
func claim(t *testing.T, name string) bool {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return false
	}
	t.Cleanup(func() { f.Close() })
	return true
}

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// released is a version that no release will have.
const released = "v0.0.1-test"

// TestRelease makes the commit and the tags of a release in a copy of the tree,
// and shows that each thing that is missing stops it before it changes anything.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("copies the repository; not with -short")
	}
	dir := repositoryCopy(t)
	refuse := func(want string, args ...string) {
		t.Helper()
		before := run(t, dir, "git", "rev-parse", "HEAD")
		cmd := exec.Command(filepath.Join(dir, ".ci/release"), args...)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("release %q: %v, %s", args, err, out)
		}
		if after := run(t, dir, "git", "rev-parse", "HEAD"); after != before {
			t.Errorf("release %q made a commit", args)
		}
	}
	refuse("is not a version")
	refuse("is not a version", "1.2")
	refuse("CHANGELOG.md has no heading", released)
	replaceIn(t, filepath.Join(dir, "CHANGELOG.md"), "## Unreleased", "## "+released)
	refuse("git status", released)
	run(t, dir, "git", "commit", "-qam", "changelog")
	run(t, dir, filepath.Join(dir, ".ci/release"), released)
	refuse("there is a tag", released)
	tags := strings.Fields(run(t, dir, "git", "tag", "--points-at", "HEAD"))
	if len(tags) != 3 {
		t.Errorf("the tags are %q", tags)
	}
	mod := run(t, dir, "git", "show", "casebook/"+released+":casebook/go.mod")
	if !strings.Contains(mod, "github.com/wring-go/wring/kit "+released) {
		t.Error("the casebook does not require the kit of the release")
	}
}

// TestInstall serves the tree as a proxy serves a tag, installs the command from
// it, and builds a program that requires the kit.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("builds wring in a module cache of its own; not with -short")
	}
	dir := repositoryCopy(t)
	proxy := t.TempDir()
	serve(t, proxy, "github.com/wring-go/wring", dir)
	serve(t, proxy, "github.com/wring-go/wring/kit", filepath.Join(dir, "kit"))
	bin := t.TempDir()
	cache := strings.TrimSpace(run(t, dir, "go", "env", "GOMODCACHE"))
	env := append(os.Environ(),
		"GOPROXY=file://"+proxy+",file://"+filepath.Join(cache, "cache/download"), "GOSUMDB=off",
		"GOMODCACHE="+t.TempDir(), "GOFLAGS=-modcacherw -trimpath", "GOWORK=off", "GOBIN="+bin,
		"CGO_ENABLED=0") // as in .goreleaser.yaml, so that TestSnapshot finds it compiled
	outside := t.TempDir()
	runEnv(t, outside, env, "go", "install", "github.com/wring-go/wring/cmd/wring@"+released)
	got := run(t, outside, filepath.Join(bin, "wring"), "version")
	if !strings.Contains(got, released) {
		t.Errorf("wring version prints %q", got)
	}
	program := "package main\n\nimport \"github.com/wring-go/wring/kit/appendfmt\"\n\n" +
		"func main() { print(string(appendfmt.Duration(nil, 1000))) }\n"
	if err := os.WriteFile(filepath.Join(outside, "main.go"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	runEnv(t, outside, env, "go", "mod", "init", "example.com/m")
	runEnv(t, outside, env, "go", "get", "github.com/wring-go/wring/kit@"+released)
	runEnv(t, outside, env, "go", "build", "./...")
}

// TestSnapshot has goreleaser check its file and build the command for this
// platform; with WRING_TEST_LONG=1 it builds the archives for all of them.
func TestSnapshot(t *testing.T) {
	if testing.Short() {
		t.Skip("builds wring; not with -short")
	}
	goreleaser, err := exec.LookPath("goreleaser")
	if err != nil {
		t.Skip("goreleaser is not installed; docs/releasing.md says how to get it")
	}
	dir := repositoryCopy(t)
	run(t, dir, "git", "tag", released)
	run(t, dir, "git", "remote", "add", "origin", "https://github.com/wring-go/wring.git")
	run(t, dir, goreleaser, "check")
	if os.Getenv("WRING_TEST_LONG") == "" {
		run(t, dir, goreleaser, "build", "--snapshot", "--single-target", "--output", "built")
		if got := run(t, dir, "./built", "version"); !strings.HasPrefix(got, "wring ") {
			t.Errorf("wring version prints %q", got)
		}
		return
	}
	run(t, dir, goreleaser, "release", "--snapshot", "--skip=publish")
	archives, err := filepath.Glob(filepath.Join(dir, "dist/wring_*.tar.gz"))
	if err != nil || len(archives) != 4 {
		t.Errorf("the archives are %q, %v", archives, err)
	}
	for _, file := range archives {
		list := run(t, dir, "tar", "-tzf", file)
		for _, want := range []string{"wring", "README.md", "LICENSE"} {
			if !strings.Contains("\n"+list, "\n"+want+"\n") {
				t.Errorf("%s has no %s", file, want)
			}
		}
	}
}

// repositoryCopy returns a copy of the tree as the only commit of a repository.
func repositoryCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range strings.Split(run(t, "../..", "git", "ls-files", "-z"), "\x00") {
		data, err := os.ReadFile(filepath.Join("../..", file))
		if file == "" || os.IsNotExist(err) {
			continue // the end of the list, or deleted and not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "git", "init", "-q")
	run(t, dir, "git", "config", "user.name", "test")
	run(t, dir, "git", "config", "user.email", "test@example.com")
	run(t, dir, "git", "add", "-A", "-f")
	run(t, dir, "git", "commit", "-qm", "all")
	return dir
}

// serve puts the module in dir where a proxy would have it.
func serve(t *testing.T, proxy, path, dir string) {
	t.Helper()
	at := filepath.Join(proxy, path, "@v", released)
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := json.Marshal(map[string]any{"Version": released, "Time": time.Now().UTC()})
	if err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string][]byte{
		at + ".mod": mod, at + ".info": info,
		filepath.Join(filepath.Dir(at), "list"): []byte(released + "\n"),
	} {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(at + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.CreateFromDir(f, module.Version{Path: path, Version: released}, dir); err != nil {
		t.Fatal(err)
	}
}

func replaceIn(t *testing.T, file, old, new string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), old, new, 1)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs a command to its end and returns what it printed.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	return runEnv(t, dir, os.Environ(), name, args...)
}

func runEnv(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

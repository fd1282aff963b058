package wring_test

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// transcript is a fenced block of Markdown: a command after "$ ", and then what
// it prints.
var transcript = regexp.MustCompile("(?s)```\n\\$ ([^\n]*)\n(.*?)```\n")

// A collection that empties a pool adds a hundredth of an object to a line, with
// a type, a cause and a site of its own. So some of the text differs from run to
// run although nothing has changed.
var (
	extra   = regexp.MustCompile(`(?s) \+\d+|· first use.*?\n\n`)
	varying = regexp.MustCompile(`\d+ sites|\b[0-9a-f]{6}\b|[<>]?[\d,.]+%?|[█▏▎▍▌▋▊▉]+`)
)

// TestReadmeTranscripts runs the commands that README.md shows with their
// output, and compares all but the figures; -update rewrites the output. With
// another Go release than the one shown, the order of the lines may differ too,
// and the test only asks that the books balance, or something is proven.
func TestReadmeTranscripts(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the examples; not with -short")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the tracer runs on linux")
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(readme)
	found := transcript.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		t.Fatal("README.md shows no command with its output")
	}
	for _, m := range found {
		command, want := m[1], m[2]
		got := output(t, command)
		if *update {
			block := "```\n$ " + command + "\n" + got + "```\n"
			text = strings.Replace(text, m[0], block, 1)
			continue
		}
		if !strings.Contains(got, "the books balance") && !strings.Contains(got, " proven:") {
			t.Errorf("%s: the books do not balance, or nothing is proven:\n%s", command, got)
		}
		if strings.Contains(want, release()) && steady(got) != steady(want) {
			t.Errorf("%s\ngot:\n%s\nREADME.md shows:\n%s\n"+
				"if that is meant, run `go test -run TestReadme -update .`", command, got, want)
		}
	}
	if *update {
		if err := os.WriteFile("README.md", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// output runs a command without a shell and returns what it prints.
func output(t *testing.T, command string) string {
	t.Helper()
	words := strings.Fields(command)
	out, err := exec.CommandContext(t.Context(), words[0], words[1:]...).Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s: %v\n%s", command, err, exit.Stderr)
	}
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return string(out)
}

// release returns how the Go release that runs the test begins: "go1.26.".
func release() string {
	parts := strings.SplitN(runtime.Version(), ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".") + "."
}

// steady returns text without what varies, and without the spaces that make up
// for it.
func steady(text string) string {
	text = varying.ReplaceAllString(extra.ReplaceAllString(text, ""), "#")
	return strings.Join(strings.Fields(text), " ")
}

// TestReadmeCommands holds the two commands together that README.md promises
// and continuous integration runs.
func TestReadmeCommands(t *testing.T) {
	for file, command := range map[string]string{
		"README.md": "\n    go run ./cmd/wring fix -diff ./examples/loadavg\n",
		".ci/run":   "\nexec ./test.sh \"$@\"\n",
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), command) {
			t.Errorf("%s does not have the command %q", file, strings.TrimSpace(command))
		}
	}
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "\n    ./test.sh\n") {
		t.Error("README.md does not name the test command that .ci/run calls")
	}
}

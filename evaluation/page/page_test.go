package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// wring returns the command, built once for all tests of the package.
var wring = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "wring-page-")
	if err != nil {
		return "", err
	}
	binary = dir
	name := filepath.Join(dir, "wring")
	out, err := exec.Command("go", "build", "-o", name,
		"github.com/wring-go/wring/cmd/wring").CombinedOutput()
	if err != nil {
		return "", &buildError{string(out)}
	}
	return name, nil
})

var binary string // the folder of the command

type buildError struct{ text string }

func (e *buildError) Error() string { return "go build: " + e.text }

func TestMain(m *testing.M) {
	code := m.Run()
	if binary != "" {
		os.RemoveAll(binary)
	}
	os.Exit(code)
}

// tab is a page in a browser, with a test to report to.
type tab struct {
	*browser
	t *testing.T
}

// wantBrowser skips the test where there is no browser.
func wantBrowser(t *testing.T) (path string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser; not with -short")
	}
	path, err := chromium()
	if err != nil {
		t.Skip(err)
	}
	return path
}

// newTab shows an address in a browser. What its console holds at the end fails
// the test. The browser ends before the server that was started for it.
func newTab(t *testing.T, address string) tab {
	t.Helper()
	b, err := open(context.Background(), wantBrowser(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, p := range b.wrong() {
			t.Errorf("the console says: %s", p)
		}
		b.stop()
	})
	tab{b, t}.visit(address)
	return tab{b, t}
}

func (b tab) visit(address string) {
	b.t.Helper()
	// An empty page between, so that an address that differs after # only loads anew.
	b.check(b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address)))
}

// click clicks on an element. Where the page loads anew, because it was measured, just
// before that, the element is looked for again.
func (b tab) click(selector string) {
	b.t.Helper()
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		err := b.do(chromedp.Click(selector))
		if err == nil || !gone(err) || time.Since(begin) > patience {
			b.check(err)
			return
		}
	}
}

func (b tab) check(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b tab) wait(expression string) {
	b.t.Helper()
	if err := b.until(expression); err != nil {
		state, _ := eval[string](b.browser, "location.hash + "+
			"['#share', '#detail', '#in0-benchmarks'].map(e => ' ' + "+
			"document.querySelector(e)?.innerText).join('')")
		text, _ := eval[string](b.browser, "document.body.innerText.slice(0, 2000)")
		b.t.Fatalf("%v\nat %s, the page says:\n%s", err, state, text)
	}
}

// graph focuses the picture and presses keys.
func (b tab) press(keys string) {
	b.t.Helper()
	b.check(b.do(chromedp.Focus("#picture"), chromedp.KeyEvent(keys)))
}

// at waits for an address to hold a text after #.
func (b tab) at(text string) {
	b.t.Helper()
	b.wait(`location.hash.includes("` + text + `")`)
}

// serve starts wring serve and returns the address that it prints. The command
// must end with 0 when it is asked to.
func serve(t *testing.T, dir string, args ...string) string {
	t.Helper()
	name, err := wring()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, append([]string{"serve", "-no-open"}, args...)...)
	cmd.Dir = dir
	address, wait := started(t, cmd)
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := wait(); err != nil {
			t.Errorf("wring serve ends with %v", err)
		}
	})
	return address
}

// started starts wring serve and returns the address that it prints, and a function
// that waits for it to end: it must print nothing else.
func started(t *testing.T, cmd *exec.Cmd) (address string, wait func() error) {
	t.Helper()
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("wring serve prints no address: %v", cmd.Wait())
	}
	return lines.Text(), func() error {
		if lines.Scan() {
			t.Errorf("wring serve prints more than its address: %q", lines.Text())
		}
		return cmd.Wait()
	}
}

// run runs wring and returns what it prints.
func run(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	name, err := wring()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("wring %s: %v", strings.Join(args, " "), err)
	}
	return out
}

// module makes a module that allocates, in a git repository, and returns its
// folder. Its benchmark is short, so that proving a rewrite is.
func module(t *testing.T) string {
	t.Helper()
	wantBrowser(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n", "p.go": code, "p_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}

const code = `// Package p joins and walks.
package p

import "strings"

// Node is a tree.
type Node struct {
	Name string
	Kids []*Node
}

// Names returns all names, each in brackets.
func Names(n *Node) []string {
	var list []string
	list = append(list, bracket(n.Name))
	for _, kid := range n.Kids {
		list = append(list, Names(kid)...)
	}
	return list
}

func bracket(s string) string { return "[" + s + "]" }

// Third returns the third word of a line.
func Third(line string) string {
	words := strings.Split(line, " ")
	if len(words) < 3 {
		return ""
	}
	return words[2]
}
`

const test = `package p

import "testing"

var tree = &Node{"a", []*Node{{"b", []*Node{{"c", nil}, {"d", nil}}}, {"e", nil}}}

var sink any

func BenchmarkNames(b *testing.B) {
	for range b.N {
		sink = Names(tree)
	}
}

func BenchmarkThird(b *testing.B) {
	for range b.N {
		if Third("one two three four") != "three" {
			b.Fatal("wrong")
		}
	}
}

func TestThird(t *testing.T) {
	for in, want := range map[string]string{"": "", "a b c": "c", "a b": ""} {
		if got := Third(in); got != want {
			t.Errorf("Third(%q) is %q", in, got)
		}
	}
}
`

// eventually waits for what is not on the page.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for begin := time.Now(); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("still not so after %v: %s", patience, what)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestFixAndWatch proves that rewrites can be tried, chosen, applied and undone on
// the page, that files with changes of the user are left alone, and that the page
// follows the sources.
func TestFixAndWatch(t *testing.T) {
	dir := module(t)
	b := newTab(t, serve(t, dir, "-watch", "."))
	b.wait(`document.documentElement.dataset.drawn`)
	b.click(`form[action=fix] button`)
	b.wait(`document.querySelector('#status').textContent.includes('proven,')`)
	b.wait(`document.querySelectorAll('[name=choice]').length > 0`)
	b.wait(`document.querySelector('article .trial.proven .diff ins')`)
	b.shows("article .trial.proven .diff ins", "serve-fix.png")
	file := filepath.Join(dir, "p.go")
	if read(t, file) != code {
		t.Fatal("looking for rewrites has written")
	}

	// The page loads anew when it was measured, so that what was said is kept beside it.
	b.check(b.do(chromedp.Evaluate[chromedp.Void](`new MutationObserver(() =>
		sessionStorage.said = (sessionStorage.said ?? '') +
			document.querySelector('#status').textContent + '\n'
	).observe(document.querySelector('#status'), {childList: true})`)))
	touched := code + "\n// A change that is not committed.\n"
	write(t, file, touched)
	b.wait(`document.querySelector('#status').textContent.startsWith('Measured again')`)
	b.wait(`sessionStorage.said.includes('loading packages')`)
	b.click(`form[action=apply] button`)
	b.wait(`document.querySelector('#status').textContent.includes('are not committed')`)
	if read(t, file) != touched {
		t.Fatal("a file with changes was written")
	}

	write(t, file, code)
	b.wait(`document.querySelector('#status').textContent.startsWith('Measured again')`)
	b.click(`form[action=fix] button`)
	b.wait(`document.querySelectorAll('[name=choice]').length > 0`)
	b.click(`form[action=apply] button`)
	b.wait(`document.querySelector('form[action=undo] button')`)
	if strings.Contains(read(t, file), "strings.Split(") {
		t.Errorf("what was chosen is not there:\n%s", read(t, file))
	}
	b.click(`form[action=undo] button`)
	b.wait(`document.querySelector('#status').textContent && ` +
		`!document.querySelector('form[action=undo] button')`)
	if read(t, file) != code {
		t.Errorf("after undo the file holds\n%s", read(t, file))
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

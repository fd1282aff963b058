package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestStates proves what the states of the flame graph show, by their addresses, on a
// record with the report of a guard beside it: colours by what only wring knows,
// recursion collapsed, frames hidden and focused, and the profile upside down.
func TestStates(t *testing.T) {
	dir := module(t)
	write(t, dir+"/wring.budget", "Unit allocs/op assume=exact\nUnit B/op assume=exact\n")
	run(t, dir, "top", "-o", "a.wring", ".")
	write(t, dir+"/guard.json", `{"version":1,"verb":"guard","problems":[{"fails":true,`+
		`"code":"more","benchmark":"example.com/m.BenchmarkThird","text":"more"}]}`)
	address := serve(t, dir, "-from", "a.wring", "-from", "guard.json")
	b := newTab(t, address)
	legend := func(state, want string) {
		b.t.Helper()
		b.visit(address + "#flame?" + state)
		b.wait(`document.documentElement.dataset.drawn`)
		b.wait(`document.querySelector('#legend').textContent.includes('` + want + `')`)
	}
	legend("by=budget", "over budget")
	legend("by=budget", "within budget")
	legend("by=rewrite", "proposed")
	legend("by=cause", "string-concat")
	legend("by=type", "[]string")
	legend("by=benchmark", "BenchmarkNames")

	rows := func(state, condition string) {
		b.t.Helper()
		b.visit(address + "#flame?view=table&" + state)
		b.wait(`document.documentElement.dataset.drawn`)
		b.wait(`(() => {
			const names = [...document.querySelectorAll('#table tbody tr')]
				.map(r => r.cells[0].textContent);
			return ` + condition + `;
		})()`)
	}
	const names, third = `names.includes('example.com/m.Names')`,
		`names.includes('example.com/m.Third')`
	rows("", names+" && "+third)
	rows("focus=Third", "!"+names+" && "+third)
	rows("drop=Third", names+" && !"+third)
	rows("hide=m.Third", names+" && !"+third+` && names.includes('strings.Split')`)

	// Names calls itself, once at each level of the tree: collapsed, it is one frame.
	found := func(state, want string) {
		b.t.Helper()
		b.visit(address + "#flame?q=m%5C.Names%24&" + state)
		b.wait(`document.documentElement.dataset.drawn`)
		b.check(b.do(chromedp.Focus("#search"), chromedp.KeyEvent("\r")))
		b.wait(`/^1 of ` + want + `$/.test(document.querySelector('#share').textContent)`)
	}
	found("only=benchmark%3Dexample.com%2Fm.BenchmarkNames", "[2-9]")
	found("only=benchmark%3Dexample.com%2Fm.BenchmarkNames&r=1", "1")

	// Upside down, what allocates is below the root, and its callers follow.
	b.visit(address + "#flame?inv=1&only=occurs%3Dwith+each+operation")
	b.wait(`document.documentElement.dataset.drawn`)
	b.press(kb.ArrowDown)
	b.wait(`document.querySelector('#detail b').textContent === 'all'`)
	b.press(kb.ArrowDown)
	b.wait(`document.querySelector('#detail b').textContent.startsWith('runtime.')`)
}

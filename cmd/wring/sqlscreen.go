package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/service/sqlsample"
)

// screen is a terminal on which a report is refreshed.
type screen struct {
	f   *os.File
	opt text.Options
}

// newScreen returns nil when standard output is no terminal, or another format was
// asked for.
func newScreen(e env, c *sqlCommand) *screen {
	f, ok := e.stdout.(*os.File)
	if !ok || c.format != "text" || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return &screen{f: f, opt: c.look(e)}
}

// show writes as much of a report as the terminal has lines.
func (s *screen) show(r sqlsample.Report) {
	var page bytes.Buffer
	if text.SQL(&page, sqlsample.Finish(r), s.opt) != nil {
		return
	}
	lines := strings.SplitAfter(page.String(), "\n")
	if _, height, err := term.GetSize(int(s.f.Fd())); err == nil && len(lines) > height-1 {
		lines = lines[:max(height-1, 0)]
	}
	fmt.Fprint(s.f, "\x1b[H\x1b[J"+strings.Join(lines, ""))
}

package main

import (
	"bytes"
	"fmt"
	"math"
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

// show replaces what is on the terminal.
func (s *screen) show(r sqlsample.Report) {
	_, height, err := term.GetSize(int(s.f.Fd()))
	if err != nil {
		height = math.MaxInt
	}
	fmt.Fprint(s.f, s.page(r, height))
}

// page clears a terminal and writes as much of a report as there are lines above
// its last one, where the cursor stays.
func (s *screen) page(r sqlsample.Report, height int) string {
	var page bytes.Buffer
	if text.SQL(&page, sqlsample.Finish(r), s.opt) != nil {
		return ""
	}
	lines := strings.SplitAfter(page.String(), "\n")
	if len(lines) > height-1 {
		lines = lines[:max(height-1, 0)]
	}
	return "\x1b[H\x1b[J" + strings.Join(lines, "")
}

package main

import (
	"bytes"
	"context"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/wring-go/wring/service/accesslog"
)

// watch follows a log until Ctrl-C or the end of -for, and prints what it says
// then. On a terminal it also shows the table as it grows.
func (a *accessCommand) watch(ctx context.Context, e env) (int, error) {
	books := accesslog.NewBooks(a.group, a.named)
	if a.length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.length)
		defer cancel()
	}
	shown := time.Now()
	err := books.Follow(ctx, e.args[0], a.opt, func() {
		if onTerminal(e) && a.output == "text" && time.Since(shown) >= a.every {
			a.refresh(e, books)
			shown = time.Now()
		}
	})
	if err != nil {
		return exitTrouble, err
	}
	if err := a.finish(e, books, nil); err != nil {
		return exitTrouble, err
	}
	return exitOK, nil
}

func onTerminal(e env) bool {
	f, ok := e.stdout.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// refresh clears the terminal and shows the table. What cannot be shown now is
// shown the next time.
func (a *accessCommand) refresh(e env, books *accesslog.Books) {
	var page bytes.Buffer
	page.WriteString("\x1b[H\x1b[2J")
	if err := a.print(e, books, &page); err == nil {
		_, _ = e.stdout.Write(page.Bytes())
	}
}

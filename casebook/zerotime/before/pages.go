// Package pages renders a page for everyone who asks.
package pages

import (
	"context"

	"github.com/wring-go/wring/casebook/zerotime/board"
)

// New returns a function that returns the board's page.
func New(b *board.Board) func(context.Context) (board.Page, error) {
	return func(context.Context) (board.Page, error) {
		return b.Render(), nil
	}
}

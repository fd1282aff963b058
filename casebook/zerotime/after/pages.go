// Package pages renders a page for all who have asked before it is begun.
package pages

import (
	"context"

	"github.com/wring-go/wring/casebook/zerotime/board"
	"github.com/wring-go/wring/kit/coalesce"
)

// New returns a function that returns the board's page.
func New(b *board.Board) func(context.Context) (board.Page, error) {
	return coalesce.New(func(context.Context) (board.Page, error) {
		return b.Render(), nil
	}).Get
}

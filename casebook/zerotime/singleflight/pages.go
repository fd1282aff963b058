// Package pages renders a page for all who ask while it is rendered, also those
// who come when it has been begun, and whose posts it lacks.
package pages

import (
	"context"

	"golang.org/x/sync/singleflight"

	"github.com/wring-go/wring/casebook/zerotime/board"
)

// New returns a function that returns the board's page.
func New(b *board.Board) func(context.Context) (board.Page, error) {
	var group singleflight.Group
	return func(context.Context) (board.Page, error) {
		page, err, _ := group.Do("page", func() (any, error) {
			return b.Render(), nil
		})
		return page.(board.Page), err
	}
}

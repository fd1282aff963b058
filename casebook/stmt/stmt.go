// Package stmt replays what many accounts of slow programs end with: a query
// with a placeholder is three commands to the server.
package stmt

import (
	"context"

	"github.com/wring-go/wring/casebook/diary"
	after "github.com/wring-go/wring/casebook/stmt/after"
	before "github.com/wring-go/wring/casebook/stmt/before"
)

// Cases returns the case. It needs MariaDB.
func Cases() []diary.Case {
	var w *world
	version := func(name, what string, title title) diary.Version {
		repeat := func(n int) error { return ask(w, n, title) }
		return diary.Version{Name: name, What: what, Run: repeat, Figures: func() (
			[]diary.Figure, error) {
			commands, err := w.commands(100, repeat)
			return []diary.Figure{{Unit: "commands/op", Value: commands}}, err
		}}
	}
	naive := version(diary.Naive, "prepared each time",
		func(w *world, id int64) (string, error) { return before.Title(w.naive, id) })
	naive.About = true // database/sql keeps statements in a map, which grows now and then
	return []diary.Case{{
		Name: "stmt", Title: "one row by its key from MariaDB",
		Published: diary.Published{Text: "3 → 1 commands"},
		Versions: []diary.Version{
			naive,
			version(diary.Tuned, "kit/sqltext/interpolated",
				func(w *world, id int64) (string, error) { return after.Title(w.tuned, id) }),
			version("kept", "a statement prepared once",
				func(w *world, id int64) (string, error) { return w.kept.Title(id) }),
			version("driver", "go-sql-driver/mysql with interpolateParams",
				func(w *world, id int64) (string, error) { return before.Title(w.driver, id) }),
		},
		Notes: []string{"over a socket on one machine; over a network each command that is saved " +
			"saves a round trip, except the one that closes a statement, which has no answer"},
		Setup: func(ctx context.Context) (func(), error) {
			var err error
			if w, err = open(ctx); err != nil {
				return nil, err
			}
			return w.close, nil
		},
	}}
}

// title is one way to look up the title of a post.
type title func(w *world, id int64) (string, error)

// ask looks n posts up. Their titles have the same length, so that each takes as
// many bytes as the others.
func ask(w *world, n int, title title) error {
	for i := range n {
		if _, err := title(w, int64(100+i%(posts-100))); err != nil {
			return err
		}
	}
	return nil
}

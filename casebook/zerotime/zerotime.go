// Package zerotime replays the account of a cache whose entries live for no
// time: who posts sees the post on the next page, and yet pages are shared.
package zerotime

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/wring-go/wring/casebook/diary"
	after "github.com/wring-go/wring/casebook/zerotime/after"
	before "github.com/wring-go/wring/casebook/zerotime/before"
	"github.com/wring-go/wring/casebook/zerotime/board"
	joined "github.com/wring-go/wring/casebook/zerotime/singleflight"
)

// users is how many people post and then look at the page, all the time.
const users = 64

// Cases returns the case.
func Cases() []diary.Case {
	return []diary.Case{{
		Name: "zerotime", Title: "64 users post and look at the page",
		Published: diary.Published{Text: "no figures; the idea is published"},
		Versions: []diary.Version{
			version(diary.Naive, "a page for each", before.New),
			version(diary.Tuned, "coalesce", after.New),
			version("singleflight", "joins what has begun", joined.New),
		},
		Notes: []string{"an operation is a post and a look at the page; " +
			"stale is a page without the post that was made before it was asked for"},
		Count: 4000,
	}}
}

// pages makes what a version is about: a function that returns the page.
type pages func(*board.Board) func(context.Context) (board.Page, error)

func version(name, what string, make pages) diary.Version {
	return diary.Version{Name: name, What: what, About: true,
		Run: func(n int) error {
			_, err := visit(make, n)
			return err
		},
		Figures: func() ([]diary.Figure, error) {
			const n = 20_000
			seen, err := visit(make, n)
			return []diary.Figure{
				{Unit: "stale/op", Value: float64(seen.stale) / n, About: seen.stale > 0},
				{Unit: "pages/op", Value: float64(seen.pages) / n, About: seen.pages < n},
			}, err
		},
	}
}

// tally is what the users saw.
type tally struct {
	stale int64 // pages that lack the post that was made before they were asked for
	pages int   // that were rendered
}

// visit has the users post and look n times, all together.
func visit(make pages, n int) (tally, error) {
	var b board.Board
	page := make(&b)
	var left, stale atomic.Int64
	var failed atomic.Pointer[error]
	left.Store(int64(n))
	var wg sync.WaitGroup
	for range users {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				mine := b.Post("a <b>post</b> of some length, with \"quotes\" & more")
				p, err := page(context.Background())
				if err != nil {
					failed.Store(&err)
					return
				}
				if p.Last < mine {
					stale.Add(1)
				}
			}
		})
	}
	wg.Wait()
	seen := tally{stale: stale.Load(), pages: b.Rendered()}
	if err := failed.Load(); err != nil {
		return seen, *err
	}
	return seen, nil
}

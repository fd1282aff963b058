package main

import (
	"context"
	"errors"
	"slices"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/live/capture"
	"github.com/wring-go/wring/measure"
)

// routeLabel is the label by which wring live knows routes.
const routeLabel = "route"

// liveBooks begins to book what a process allocates, by route: one that wring run
// -from-start=false -labels route has started.
func liveBooks(ctx context.Context, pid int) (capture.EndBooks, error) {
	a, err := measure.Attach(pid)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(a.Labels, routeLabel) {
		a.Close()
		return nil, errors.New("wring run tells objects apart by other labels than route")
	}
	if err := a.Start(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return func(ctx context.Context) (*live.Books, error) {
		defer a.Close()
		sets, counted, err := a.Stop(ctx)
		if err != nil {
			return nil, err
		}
		books := &live.Books{Routes: []live.Booked{}, Objects: int64(counted.Objects),
			Bytes: int64(counted.Bytes)}
		at := map[string]int{}
		for _, set := range sets {
			route := ""
			for _, l := range set.Labels {
				if l.Key == routeLabel {
					route = l.Value
				}
			}
			i, ok := at[route]
			if !ok {
				i = len(books.Routes)
				at[route] = i
				books.Routes = append(books.Routes, live.Booked{Route: route})
			}
			books.Routes[i].Objects += int64(set.Objects)
			books.Routes[i].Bytes += int64(set.Bytes)
		}
		return books, nil
	}, nil
}

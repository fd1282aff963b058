package main

import (
	"slices"

	"github.com/wring-go/wring/casebook/arenalist"
	"github.com/wring-go/wring/casebook/autolink"
	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/interpolate"
	"github.com/wring-go/wring/casebook/loadavg"
	"github.com/wring-go/wring/casebook/stmt"
	"github.com/wring-go/wring/casebook/zerotime"
)

// cases returns the cases in the order of the table. A folder may hold several,
// one for each size or kind.
func cases() []diary.Case {
	return slices.Concat(
		interpolate.Cases(),
		loadavg.Cases(),
		stmt.Cases(),
		autolink.Cases(),
		zerotime.Cases(),
		arenalist.Cases(),
	)
}

package main

import (
	"slices"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/loadavg"
)

// cases returns the cases in the order of the table. A folder may hold several,
// one for each size or kind.
func cases() []diary.Case {
	return slices.Concat(
		loadavg.Cases(),
	)
}

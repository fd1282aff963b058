// Package interpolate replays the account of how the Go driver for MySQL learnt
// to put arguments into a statement by itself.
package interpolate

import (
	"context"
	"database/sql/driver"
	"time"

	"github.com/wring-go/wring/casebook/diary"
	after "github.com/wring-go/wring/casebook/interpolate/after"
	before "github.com/wring-go/wring/casebook/interpolate/before"
	fixed "github.com/wring-go/wring/casebook/interpolate/fixed"
)

// query and arguments have the kinds that the driver's own benchmark has.
const query = "SELECT ?, ?, ?, ?, ?, ?"

func arguments() []driver.Value {
	return []driver.Value{int64(42424242), 3.141592653589793, false,
		time.Date(2026, 11, 21, 3, 4, 5, 807_015_000, time.UTC),
		[]byte("bytes with special characters ' \" \a \x00"),
		"a string with special characters ' \" \a \x00"}
}

// Cases returns the case.
func Cases() []diary.Case {
	args, buf := arguments(), make([]byte, 0, 4096)
	var theirs *driverConn
	return []diary.Case{{
		Name: "interpolate", Title: "arguments into a statement of SQL",
		Published: diary.Published{Objects: [2]float64{15, 1}, Bytes: [2]float64{1144, 160},
			TimeRatio: 0.36, Text: "3,942 → 1,403 ns"},
		Versions: []diary.Version{
			{Name: diary.Naive, Run: repeat(args, before.Interpolate)},
			{Name: diary.Fixed, Run: repeat(args, fixed.Interpolate)},
			{Name: diary.Tuned, What: "into the caller's buffer", Run: func(n int) error {
				for range n {
					if _, err := after.Append(buf, query, args); err != nil {
						return err
					}
				}
				return nil
			}},
			{Name: "tuned string", Run: repeat(args, after.Interpolate)},
			{Name: "go-sql-driver/mysql 1.10.1", Run: func(n int) error {
				return repeat(args, theirs.interpolate)(n)
			}},
		},
		Setup: func(ctx context.Context) (func(), error) {
			var err error
			theirs, err = openDriver(ctx)
			if err != nil {
				return nil, err
			}
			return theirs.close, nil
		},
	}}
}

// repeat returns a function that makes the statement n times.
func repeat(args []driver.Value, f func(string, []driver.Value) (string, error)) func(int) error {
	return func(n int) error {
		for range n {
			if _, err := f(query, args); err != nil {
				return err
			}
		}
		return nil
	}
}

package sqltext_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/wring-go/wring/kit/sqltext"
)

func ExampleOptions() {
	moment := time.Date(2026, 11, 21, 3, 4, 5, 0, time.UTC)
	opt := sqltext.Options{Location: time.FixedZone("", 9*60*60), Collation: "sjis_japanese_ci"}
	_, err := sqltext.String("SELECT ?", []driver.Value{moment}, opt)
	fmt.Println(errors.Is(err, sqltext.ErrCollation))
	opt.Collation = "utf8mb4_general_ci"
	text, err := sqltext.String("SELECT ?", []driver.Value{moment}, opt)
	fmt.Println(text, err)
	// Output:
	// true
	// SELECT '2026-11-21 12:04:05' <nil>
}

func ExampleCountError() {
	_, err := sqltext.String("SELECT 'why?', ?, ?", []driver.Value{true}, sqltext.Options{})
	var count *sqltext.CountError
	if errors.As(err, &count) {
		fmt.Println(count.Placeholders, count.Args, count.Offset)
	}
	// Output: 2 1 18
}

func ExampleValueError() {
	_, err := sqltext.Append(nil, "SELECT ?", []driver.Value{math.NaN()}, sqltext.Options{})
	var value *sqltext.ValueError
	if errors.As(err, &value) {
		fmt.Println(value.Index, value.Reason)
	}
	// Output: 0 is NaN, and SQL has no literal for it
}

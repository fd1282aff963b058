package invoice

import (
	"testing"
	"time"
)

func sample() *Invoice {
	day := func(d int) time.Time { return time.Date(2026, 3, d, 9, 30, 0, 0, time.UTC) }
	return &Invoice{Number: 20417, Customer: "Ada Lovelace", Items: []Item{
		{"Punched cards, blank", day(2), 500, 12},
		{"Brass gear", day(3), 24, 1850},
		{`Crank, 7" long`, day(3), 1, 9900},
		{"Refund", day(9), 1, -250},
	}}
}

func TestText(t *testing.T) {
	const want = `Invoice 20417-5 for Ada Lovelace
2026-03-02  Punched cards, blank 500 x      0.12
2026-03-03  Brass gear            24 x     18.50
2026-03-03  Crank, 7" long         1 x     99.00
2026-03-09  Refund                 1 x     -2.50
total                                    600.50
`
	if got := sample().Text(); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestCSV(t *testing.T) {
	const want = `20417-5,"Punched cards, blank",2026-03-02T09:30:00Z,500,0.12
20417-5,Brass gear,2026-03-03T09:30:00Z,24,18.50
20417-5,"Crank, 7"" long",2026-03-03T09:30:00Z,1,99.00
20417-5,Refund,2026-03-09T09:30:00Z,1,-2.50
#0e64b491
`
	if got := string(sample().CSV()); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func BenchmarkText(b *testing.B) {
	inv := sample()
	for b.Loop() {
		inv.Text()
	}
}

func BenchmarkCSV(b *testing.B) {
	inv := sample()
	for b.Loop() {
		inv.CSV()
	}
}

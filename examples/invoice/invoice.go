// Package invoice renders invoices as text and as CSV.
//
// It is an example to try wring on: correct, tested, and allocating more than
// it needs to. The tests pin down the output, so that it can be improved
// without fear.
package invoice

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"time"
)

// Cents is an amount of money.
type Cents int64

// String returns c with two decimals.
func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s%d.%02d", sign, int64(c)/100, int64(c)%100)
}

// Item is one position of an invoice.
type Item struct {
	Name      string
	Delivered time.Time
	Count     int
	Price     Cents // of one piece
}

// Invoice is what one customer has to pay.
type Invoice struct {
	Number   int
	Customer string
	Items    []Item
}

// Total returns the sum over the items.
func (inv *Invoice) Total() Cents {
	var sum Cents
	for _, it := range inv.Items {
		sum += it.Price * Cents(it.Count)
	}
	return sum
}

// Text renders inv for people.
func (inv *Invoice) Text() string {
	text := "Invoice " + inv.ID() + " for " + inv.Customer + "\n"
	for _, it := range inv.Items {
		text += it.Delivered.Format("2006-01-02") + "  "
		text += fmt.Sprintf("%-20s %3d x %9s", it.Name, it.Count, it.Price)
		text += "\n"
	}
	text += fmt.Sprintf("%-32s %14s\n", "total", inv.Total())
	return text
}

// ID returns the number of inv with a check digit.
func (inv *Invoice) ID() string {
	digits := []byte(strconv.Itoa(inv.Number))
	sum := 0
	for i, d := range digits {
		sum += (i%2 + 1) * int(d-'0')
	}
	return string(digits) + "-" + strconv.Itoa(sum%10)
}

// CSV renders inv for programs: one row per item, and a last row with a
// checksum of the rows before it.
func (inv *Invoice) CSV() []byte {
	var rows []string
	for _, it := range inv.Items {
		fields := []string{
			inv.ID(),
			quote(it.Name),
			it.Delivered.Format(time.RFC3339),
			strconv.Itoa(it.Count),
			it.Price.String(),
		}
		rows = append(rows, strings.Join(fields, ","))
	}
	body := strings.Join(rows, "\n") + "\n"
	sum := crc32.ChecksumIEEE([]byte(body))
	return []byte(body + fmt.Sprintf("#%08x\n", sum))
}

// quote puts text in quotation marks where CSV needs them.
func quote(text string) string {
	if !strings.ContainsAny(text, ",\"\n") {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

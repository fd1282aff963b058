// Package text writes orders.
package text

import (
	"fmt"
	"strings"
)

// Order is what somebody bought.
type Order struct {
	ID    int
	Name  string
	Lines []Line
}

// Line is one article of an order.
type Line struct {
	Article string
	Count   int
	Cents   int
}

// Receipt returns the text of an order.
func Receipt(o Order) string {
	s := "order " + fmt.Sprintf("%d", o.ID) + " for " + o.Name + "\n"
	for _, l := range o.Lines {
		s += fmt.Sprintf("%d x %s\n", l.Count, l.Article)
	}
	return s
}

// Articles returns the names of the articles, in capitals.
func Articles(o Order) []string {
	var names []string
	for _, l := range o.Lines {
		names = append(names, strings.ToUpper(l.Article))
	}
	return names
}

// Key returns by which an order is found again.
func Key(o Order) string {
	return fmt.Sprintf("%s-%d", o.Name, o.ID)
}

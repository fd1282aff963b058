// Package record has what the workloads decode: the types, and inputs made up
// for them. An input is the same in every run.
package record

// Sheet is a page of a spreadsheet.
type Sheet struct{ Rows []*Row }

// Row is a row of a Sheet.
type Row struct {
	Number int
	Cells  []*Cell
}

// Cell is a cell of a Row. All but Ref are empty where the document has none.
type Cell struct{ Ref, Type, Style, Value string }

// Set sets what the attribute of the given name says of a cell.
func (c *Cell) Set(name, value string) {
	switch name {
	case "r":
		c.Ref = value
	case "t":
		c.Type = value
	case "s":
		c.Style = value
	}
}

// Order is a message with messages in it.
type Order struct {
	ID       uint64
	Customer string
	Items    []*Item
	Note     *string
}

// Item is a line of an Order.
type Item struct {
	Article string
	Count   int64
	Price   float64
	Tags    []string
}

// User is a row of a table of a database. What can be NULL is a pointer.
type User struct {
	ID          int64
	Name, Email string
	City        *string
	Score       *float64
}

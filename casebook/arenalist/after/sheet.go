package after

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// Sheet decodes a sheet with a reader that allocates nothing itself. All that
// is allocated is in a. The document is copied there as a whole: the texts are
// parts of the copy, which lives as long as they do.
func Sheet(a *arena.Arena, document []byte) (*record.Sheet, error) {
	d, at := arena.String(a, document), uint(0)
	sheet := arena.New[record.Sheet](a)
	rows, cells := arena.For[record.Row](a), arena.For[record.Cell](a)
	refs := arena.For[*record.Cell](a)
	for {
		number, end, ok := record.NextRow(d, at)
		if at = end; !ok {
			return sheet, nil
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, err
		}
		row := rows.Of(record.Row{Number: n})
		sheet.Rows = arena.Append(a, sheet.Rows, row)
		for record.IsCell(d, at) {
			cell := cells.New()
			escaped, end := record.ReadCell(d, at, cell)
			at = end
			if escaped {
				cell.Value = unescape(a, cell.Value)
			}
			row.Cells = refs.Append(row.Cells, cell)
		}
	}
}

// unescape returns a value with its entities replaced, in a.
func unescape(a *arena.Arena, value string) string {
	var buf [64]byte
	return arena.String(a, record.Unescape(buf[:0], value))
}

// SheetXML decodes a sheet with encoding/xml, which allocates what it returns
// wherever it likes; the rest is in a.
func SheetXML(a *arena.Arena, document []byte) (*record.Sheet, error) {
	sheet := arena.New[record.Sheet](a)
	rows, cells := arena.For[record.Row](a), arena.For[record.Cell](a)
	refs := arena.For[*record.Cell](a)
	d := xml.NewDecoder(bytes.NewReader(document))
	var row *record.Row
	var cell *record.Cell
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return sheet, nil
		} else if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.CharData:
			if cell != nil {
				cell.Value = arena.String(a, t)
			}
		case xml.EndElement:
			if t.Name.Local == "c" {
				cell = nil
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "row":
				n, err := strconv.Atoi(attribute(t.Attr, "r"))
				if err != nil {
					return nil, err
				}
				row = rows.Of(record.Row{Number: n})
				sheet.Rows = arena.Append(a, sheet.Rows, row)
			case "c":
				cell = cells.New()
				for _, attr := range t.Attr {
					cell.Set(attr.Name.Local, attr.Value)
				}
				row.Cells = refs.Append(row.Cells, cell)
			}
		}
	}
}

// attribute returns the value of an attribute, or "".
func attribute(all []xml.Attr, name string) string {
	for _, a := range all {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

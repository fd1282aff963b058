package before

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/unsafetext"
)

// Sheet decodes a sheet with a reader that allocates nothing itself. What it
// reads is part of the document, and what is kept is a copy.
func Sheet(document []byte) (*record.Sheet, error) {
	d, at := unsafetext.String(document), uint(0)
	sheet := &record.Sheet{}
	for {
		number, end, ok := record.NextRow(d, at)
		if at = end; !ok {
			return sheet, nil
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, err
		}
		row := &record.Row{Number: n}
		sheet.Rows = append(sheet.Rows, row)
		for record.IsCell(d, at) {
			var c record.Cell
			escaped, end := record.ReadCell(d, at, &c)
			at = end
			row.Cells = append(row.Cells, &record.Cell{
				Ref:   strings.Clone(c.Ref),
				Type:  strings.Clone(c.Type),
				Style: strings.Clone(c.Style),
				Value: text(c.Value, escaped),
			})
		}
	}
}

// text returns a copy of a value.
func text(value string, escaped bool) string {
	if !escaped {
		return strings.Clone(value)
	}
	var buf [64]byte
	return string(record.Unescape(buf[:0], value))
}

// SheetXML decodes a sheet with encoding/xml.
func SheetXML(document []byte) (*record.Sheet, error) {
	sheet := &record.Sheet{}
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
				cell.Value = string(t)
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
				row = &record.Row{Number: n}
				sheet.Rows = append(sheet.Rows, row)
			case "c":
				cell = &record.Cell{}
				for _, a := range t.Attr {
					cell.Set(a.Name.Local, a.Value)
				}
				row.Cells = append(row.Cells, cell)
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

package before

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"

	"github.com/wring-go/wring/casebook/arenalist/record"
)

// Sheet decodes a sheet with a reader that allocates nothing itself.
func Sheet(document []byte) (*record.Sheet, error) {
	sheet := &record.Sheet{}
	m := record.NewMarkup(document)
	var row *record.Row
	var cell *record.Cell
	for {
		kind := m.Next()
		switch {
		case kind == record.End:
			return sheet, nil
		case kind == record.Text:
			if cell != nil {
				cell.Value = string(m.Text)
			}
		case kind == record.Stop:
			if string(m.Name) == "c" {
				cell = nil
			}
		case string(m.Name) == "row":
			n, err := strconv.Atoi(string(m.Attribute("r")))
			if err != nil {
				return nil, err
			}
			row = &record.Row{Number: n}
			sheet.Rows = append(sheet.Rows, row)
		case string(m.Name) == "c":
			cell = &record.Cell{
				Ref:  string(m.Attribute("r")),
				Type: string(m.Attribute("t")),
			}
			row.Cells = append(row.Cells, cell)
			if kind == record.Empty {
				cell = nil
			}
		}
	}
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
				cell = &record.Cell{Ref: attribute(t.Attr, "r"), Type: attribute(t.Attr, "t")}
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

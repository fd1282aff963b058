package record

import "fmt"

// Page returns an HTML page with a table of the given number of rows.
func Page(rows int) []byte {
	r := random()
	b := []byte("<!DOCTYPE html><html><head><title>made up</title></head><body>\n<table>")
	for i := range rows {
		b = fmt.Appendf(b, "<tr class=\"row r%d\" id='n%d'><td>", i%2, i)
		b = fmt.Appendf(b, "<a href=\"/item/%d?a=1&amp;b=2\">", i)
		b = fmt.Appendf(b, "Item %d</a><td align=right>%d.%02d<td>", i, r.IntN(1000), r.IntN(100))
		b = fmt.Appendf(b, "<p>Some <b>bold</b> and <i>other</i> text &mdash; %d<br>more\n",
			r.IntN(10))
	}
	return append(b, "</table></body></html>\n"...)
}

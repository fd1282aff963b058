package text

import (
	"cmp"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// sizeRows is how many sizes are listed for a site.
const sizeRows = 6

// sizes writes how large the objects are: what the program asked for and what
// the allocator charged. The most frequent come first.
func (p *page) sizes(f *alloc.Finding) {
	if len(f.Sizes) == 0 {
		return
	}
	sizes := slices.Clone(f.Sizes)
	slices.SortStableFunc(sizes, func(a, b alloc.Size) int {
		return cmp.Compare(b.Objects, a.Objects)
	})
	shown := sizes[:min(len(sizes), sizeRows)]
	t := table.Table{Indent: 2, Columns: []table.Column{
		{Title: "bytes", Right: true},
		{Title: "charged", Right: true},
		{Title: "objects", Right: true},
		{Optional: true},
		{Min: 16},
	}}
	for _, size := range shown {
		share := float64(size.Objects) / float64(max(f.Objects, 1))
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(table.Plain, table.Integer(size.Size)),
			table.Text(table.Plain, table.Integer(size.Charged)),
			table.Text(table.Plain, table.Integer(size.Objects)),
			table.Text(table.Yellow, table.Bar(share, barWidth)),
			table.Text(table.Dim, p.sizeRemark(size)),
		}})
	}
	p.blank()
	p.table(t)
	p.more(len(sizes)-len(shown), "size", "")
}

// sizeRemark says why a charge differs from the size. In a profile it is an
// average, and says nothing.
func (p *page) sizeRemark(size alloc.Size) string {
	switch {
	case !p.Exact:
		return ""
	case size.Size > 0 && size.Charged == 0:
		return "shares a block with others, already charged"
	case size.Charged > size.Size && size.Size < tinyBlock && size.Charged == tinyBlock:
		return "opens a block that others may share, or fills one alone"
	case size.Charged > size.Size && size.Size > 0:
		return table.Integer(size.Charged-size.Size) + " bytes are rounding"
	}
	return ""
}

// tinyBlock is the size of the block that tiny objects share.
const tinyBlock = 16

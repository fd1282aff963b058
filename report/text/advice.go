package text

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// advisedRows is how many pieces of advice a report ends with.
const advisedRows = 3

// advised writes what a human could do at sites where no rewrite is safe, that with the
// largest prize first, and each kind of advice once.
func (p *page) advised(sites []alloc.Finding, most int) {
	var list []alloc.Finding
	for _, f := range sites {
		if f.Advice != nil && f.Advice.Objects > 0 {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b alloc.Finding) int {
		return cmp.Compare(b.Advice.Objects, a.Advice.Objects)
	})
	told := map[string]bool{}
	rows := 0
	for _, f := range list {
		a := f.Advice
		if told[a.Text] || rows == most {
			continue
		}
		told[a.Text] = true
		rows++
		p.prose(table.Text(table.Cyan, "◇ "), table.Plain, fmt.Sprintf(
			"advice (%s), not a rewrite: %s: %s; at most %s objects/op, because %s", a.Kind,
			at(f.File, f.Line), a.Text, decimal(a.Objects), a.Evidence))
	}
}

// fixAdvice writes advice about what is left after the rewrites.
func (p *page) fixAdvice(rep alloc.FixReport) {
	if !slices.ContainsFunc(rep.AfterSites, func(f alloc.Finding) bool {
		return f.Advice != nil && f.Advice.Objects > 0
	}) {
		return
	}
	p.blank()
	p.advised(rep.AfterSites, advisedRows)
}

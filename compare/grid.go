package compare

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/wring-go/wring/alloc"
)

// place is where a cell stands.
type place struct {
	table, row, col benchproc.Key
	unit            string
}

// cell holds the figures of one unit, of one benchmark or of several that a
// projection merged.
type cell struct {
	values map[string][]float64 // by benchmark
	exact  bool                 // all of them are exact counts
	order  []string             // of the benchmarks
}

// grid is all results, laid out.
type grid struct {
	cells      map[place]*cell
	tables     []benchproc.Key
	rows, cols []benchproc.Key
	unitNames  []string // in the order of their first appearance
	units      benchfmt.UnitMetadataMap
	used       []string // full names of the benchmarks that are in some cell
	warnings   []alloc.Warning
}

// projections are the parsed options.
type projections struct {
	filter          *benchproc.Filter
	table, row, col *benchproc.Projection
	residue         *benchproc.Projection
}

func parse(opt Options) (p projections, err error) {
	if p.filter, err = benchproc.NewFilter(opt.Filter); err != nil {
		return p, fmt.Errorf("-filter %q: %w", opt.Filter, err)
	}
	var parser benchproc.ProjectionParser
	for _, part := range []struct {
		flag, text string
		into       **benchproc.Projection
	}{{"table", opt.Table, &p.table}, {"row", opt.Row, &p.row}, {"col", opt.Col, &p.col}} {
		if *part.into, err = parser.Parse(part.text, p.filter); err != nil {
			return p, fmt.Errorf("-%s %q: %w", part.flag, part.text, err)
		}
	}
	if _, err = parser.Parse(opt.Ignore, p.filter); err != nil {
		return p, fmt.Errorf("-ignore %q: %w", opt.Ignore, err)
	}
	p.residue = parser.Residue()
	return p, nil
}

// newGrid lays the results out by the projections.
func newGrid(list []result, units benchfmt.UnitMetadataMap, opt Options) (*grid, error) {
	p, err := parse(opt)
	if err != nil {
		return nil, err
	}
	g := &grid{cells: map[place]*cell{}, units: units}
	residues := map[place][]benchproc.Key{}
	for _, r := range list {
		pass, err := p.filter.Apply(r.Result)
		if err != nil {
			return nil, fmt.Errorf("-filter %q: %w", opt.Filter, err)
		}
		if !pass {
			continue
		}
		at := place{table: p.table.Project(r.Result), row: p.row.Project(r.Result),
			col: p.col.Project(r.Result)}
		g.add(at, r)
		residues[at] = append(residues[at], p.residue.Project(r.Result))
	}
	benchproc.SortKeys(g.tables)
	benchproc.SortKeys(g.rows)
	benchproc.SortKeys(g.cols)
	g.warnVarying(residues)
	return g, nil
}

// add adds a result's figures to the cells at one place.
func (g *grid) add(at place, r result) {
	g.tables = addNew(g.tables, at.table)
	g.rows = addNew(g.rows, at.row)
	g.cols = addNew(g.cols, at.col)
	g.used = addNew(g.used, r.name)
	for _, v := range r.Values {
		g.unitNames = addNew(g.unitNames, v.Unit)
		at.unit = v.Unit
		c := g.cells[at]
		if c == nil {
			c = &cell{values: map[string][]float64{}, exact: true}
			g.cells[at] = c
		}
		c.exact = c.exact && r.exact
		c.order = addNew(c.order, r.name)
		c.values[r.name] = append(c.values[r.name], v.Value)
	}
}

// addNew appends e unless the list holds it.
func addNew[T comparable](list []T, e T) []T {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

// warnVarying warns about keys that the projections drop although they differ
// within a cell.
func (g *grid) warnVarying(residues map[place][]benchproc.Key) {
	var varying []string
	for _, keys := range residues {
		for _, f := range benchproc.NonSingularFields(keys) {
			varying = addNew(varying, f.String())
		}
	}
	slices.Sort(varying)
	for _, key := range varying {
		g.warnings = append(g.warnings, alloc.Warning{Code: alloc.WarnVarying, Text: fmt.Sprintf(
			"Results with different %s are merged; add it to -row or -col, "+
				"or to -ignore.", key)})
	}
}

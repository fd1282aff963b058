package explain

import (
	"cmp"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// byLabels turns findings round: what each set of labels allocated, of what type,
// why and where. It returns nil when no labels were asked for.
// labels are the loads of each finding by its ID and set of labels.
func byLabels(rec *alloc.Record, findings []alloc.Finding,
	labels map[string]map[int]*load) *alloc.LabelReport {
	if len(rec.LabelKeys) == 0 {
		return nil
	}
	rows := make([]labelRow, len(rec.LabelSets))
	for i, set := range rec.LabelSets {
		rows[i] = labelRow{Labelled: alloc.Labelled{LabelSet: set, Sites: []alloc.SiteShare{}},
			types: map[string]*load{}, causes: map[string]*load{}}
	}
	for _, f := range findings {
		for set, l := range labels[f.ID] {
			if set >= 0 && set < len(rows) {
				rows[set].add(f, l)
			}
		}
	}
	rep := &alloc.LabelReport{Keys: rec.LabelKeys, Requests: rec.Requests,
		Rows: make([]alloc.Labelled, len(rows))}
	for i := range rows {
		rep.Rows[i] = rows[i].finish()
	}
	if len(rows) > 1 {
		slices.SortStableFunc(rep.Rows[1:], func(a, b alloc.Labelled) int {
			return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(b.Bytes, a.Bytes),
				cmp.Compare(b.Requests, a.Requests))
		})
	}
	return rep
}

// labelRow is a row while it is added up.
type labelRow struct {
	alloc.Labelled
	types, causes map[string]*load
}

func (r *labelRow) add(f alloc.Finding, l *load) {
	r.Objects += l.objects
	r.Bytes += l.bytes
	addShare(r.types, f.Type, l)
	addShare(r.causes, f.Cause, l)
	r.Sites = append(r.Sites, alloc.SiteShare{Site: f.ID, Objects: l.objects, Bytes: l.bytes})
}

func addShare(shares map[string]*load, name string, l *load) {
	if shares[name] == nil {
		shares[name] = new(load)
	}
	shares[name].objects += l.objects
	shares[name].bytes += l.bytes
}

func (r *labelRow) finish() alloc.Labelled {
	r.Types, r.Causes = sortedShares(r.types), sortedShares(r.causes)
	slices.SortStableFunc(r.Sites, func(a, b alloc.SiteShare) int {
		return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(b.Bytes, a.Bytes))
	})
	if r.Requests > 0 {
		r.ObjectsPerRequest = float64(r.Objects) / float64(r.Requests)
		r.BytesPerRequest = float64(r.Bytes) / float64(r.Requests)
	}
	return r.Labelled
}

func sortedShares(shares map[string]*load) []alloc.Share {
	list := make([]alloc.Share, 0, len(shares))
	for name, l := range shares {
		list = append(list, alloc.Share{Name: name, Objects: l.objects, Bytes: l.bytes})
	}
	slices.SortFunc(list, func(a, b alloc.Share) int {
		return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(b.Bytes, a.Bytes),
			cmp.Compare(a.Name, b.Name))
	})
	return list
}

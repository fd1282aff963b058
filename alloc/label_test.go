package alloc

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// labelled is sample with two sets of labels and a log.
func labelled() *Record {
	rec := sample()
	rec.LabelKeys = []string{"route"}
	rec.LabelSets = []LabelSet{{Labels: []Label{}, Requests: 1},
		{Labels: []Label{{"route", "/x"}}, Requests: 3}, {Labels: []Label{}, Other: true}}
	rec.Samples[0].Labels = 1
	rec.Requests = &RequestLog{File: "access.log", Requests: 4, NotUnderstood: 2, Field: "route"}
	return rec
}

// TestLabelsReadBack proves that a record keeps its labels, and that one without
// them has none.
func TestLabelsReadBack(t *testing.T) {
	for _, rec := range []*Record{labelled(), sample()} {
		got, err := ReadRecord(bytes.NewReader(encode(t, rec)))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.LabelSets, rec.LabelSets) ||
			!reflect.DeepEqual(got.LabelKeys, rec.LabelKeys) ||
			!reflect.DeepEqual(got.Requests, rec.Requests) ||
			got.Samples[0].Labels != rec.Samples[0].Labels {
			t.Errorf("read %+v", got)
		}
	}
}

// TestLabelsCheck has sets that are not there.
func TestLabelsCheck(t *testing.T) {
	for want, change := range map[string]func(*Record){
		"names set of labels 3 of 3":  func(r *Record) { r.Samples[0].Labels = 3 },
		"names set of labels -1 of 3": func(r *Record) { r.Samples[0].Labels = -1 },
		"label_sets has no set": func(r *Record) {
			r.LabelSets, r.Samples[0].Labels = nil, 0
		},
	} {
		rec := labelled()
		change(rec)
		if err := rec.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

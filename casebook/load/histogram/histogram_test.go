package histogram

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestQuantile compares with the sorted values: no quantile is further off than
// 0.8 percent, over nine powers of ten.
func TestQuantile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var h Histogram
	var all []time.Duration
	for range 20_000 {
		d := time.Duration(math.Pow(10, 9*rng.Float64()))
		h.Record(d)
		all = append(all, d)
	}
	slices.Sort(all)
	for _, q := range []float64{0.0001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1} {
		want := all[int(math.Ceil(q*float64(len(all))))-1]
		got := h.Quantile(q)
		if off := math.Abs(float64(got-want)) / float64(want); off > 0.008 {
			t.Errorf("quantile %v: %v, want %v: off by %.2f %%", q, got, want, 100*off)
		}
	}
	if h.Max() != all[len(all)-1] {
		t.Errorf("the maximum is %v, want %v", h.Max(), all[len(all)-1])
	}
}

// TestBuckets wants neighbouring buckets to hold neighbouring values, up to the
// longest duration that there is.
func TestBuckets(t *testing.T) {
	previous := -1
	for shift := range 63 {
		for _, v := range []uint64{1<<shift - 1, 1 << shift, 1<<shift + 1<<shift/2} {
			i := bucket(v)
			if i < previous {
				t.Fatalf("%d is in bucket %d, below %d", v, i, previous)
			}
			previous = i
			if m := float64(middle(i)); math.Abs(m-float64(v)) > 0.0079*float64(v) {
				t.Errorf("%d is counted as %v", v, m)
			}
		}
	}
	var h Histogram
	h.Record(math.MaxInt64)
	h.Record(-1)
	if h.Quantile(0.5) != 0 || h.Max() != math.MaxInt64 {
		t.Errorf("the ends are %v and %v", h.Quantile(0.5), h.Max())
	}
}

// TestMerge wants two halves, one of them by way of JSON, to be the whole.
func TestMerge(t *testing.T) {
	var a, b, whole Histogram
	for i := range 1000 {
		d := time.Duration(i*i) * time.Microsecond
		whole.Record(d)
		if i%3 == 0 {
			a.Record(d)
		} else {
			b.Record(d)
		}
	}
	data, err := json.Marshal(&b)
	if err != nil {
		t.Fatal(err)
	}
	var read Histogram
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	a.Merge(&read)
	got, _ := json.Marshal(&a)
	want, _ := json.Marshal(&whole)
	if string(got) != string(want) {
		t.Errorf("merged:\n%s\nwhole:\n%s", got, want)
	}
}

// TestEmpty has nothing to say, and says it without dividing by zero.
func TestEmpty(t *testing.T) {
	var h Histogram
	if h.Quantile(0.99) != 0 || h.Mean() != 0 || h.Max() != 0 {
		t.Errorf("an empty histogram has %v %v %v", h.Quantile(0.99), h.Mean(), h.Max())
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"count":2,"sum_ns":3,"max_ns":2,"buckets":[[1,1],[2,1]]}`))
	f.Add([]byte(`{"count":1,"buckets":[[99999999999,1]]}`))
	f.Add([]byte(`{"count":2,"buckets":[[1,1]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var h Histogram
		if err := json.Unmarshal(data, &h); err != nil {
			return
		}
		h.Quantile(0.5)
		if _, err := json.Marshal(&h); err != nil {
			t.Error(err)
		}
	})
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/steps"
)

// TestFollow has wring live lead down a way of one step with little data. What it
// concludes from so little is not checked, but that it was asked and measured.
func TestFollow(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	var out bytes.Buffer
	err := run(t.Context(), []string{"-live", "-scale", "0.006", "-for", "1s", "-only",
		"hash", "-least", "1", "-json"}, &out, io.Discard)
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got led
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Looks) == 0 || got.First.Score <= 0 || got.Last.Score <= 0 {
		t.Fatalf("%s", out.Bytes())
	}
	first := got.Looks[0]
	if len(first.Gains) != 1 || first.Gains["hash"] <= 0 || first.Best != "hash" ||
		first.Steps != "none" || first.Taken != "hash" || first.Requests == 0 {
		t.Errorf("%+v", first)
	}
}

// TestStepOf has conclusions as wring live prints them, with the steps that are
// open.
func TestStepOf(t *testing.T) {
	all := []steps.Name{}
	for _, step := range steps.All() {
		all = append(all, step.Name)
	}
	for _, c := range []struct {
		conclusion looking.Conclusion
		open       []steps.Name
		want       steps.Name
	}{
		{looking.Conclusion{Code: "missing-index", Place: "store/threads.go:31"}, all, "index"},
		{looking.Conclusion{Code: "missing-index"}, []steps.Name{"hash"}, ""},
		{looking.Conclusion{Code: "command-per-request"}, all, "hash"},
		{looking.Conclusion{Code: "n-plus-one", Statement: "select name from users where id = ?"},
			[]steps.Name{"comments", "users"}, "users"},
		{looking.Conclusion{Code: "n-plus-one"}, all, "join"},
		{looking.Conclusion{Code: "n-plus-one", Place: "photos/store/lists.go:50"}, all, "limit"},
		{looking.Conclusion{Code: "n-plus-one", Place: "photos/store/threads.go:29"},
			[]steps.Name{"comments", "limit"}, "comments"},
		{looking.Conclusion{Code: "no-cache", Place: "GET /"}, []steps.Name{"users"}, ""},
		{looking.Conclusion{Code: "no-cache", Place: "photos/store/threads.go:29",
			Statement: "select 1 from comments"}, all, "comments"},
		{looking.Conclusion{Code: "large-buffers", Place: "photos/web/render.go:9"}, all,
			"buffers"},
		{looking.Conclusion{Code: "rewritable", Place: "photos/view/tags.go:12"}, all, "fix"},
		{looking.Conclusion{Code: "rewritable", Place: "photos/view/tags.go:12"},
			[]steps.Name{"append", "stream"}, ""},
		{looking.Conclusion{Code: "rewritable", Place: "photos/web/upload.go:40"},
			[]steps.Name{"append", "stream"}, "stream"},
		{looking.Conclusion{Code: "no-cache", Place: "GET /"}, all, "pages"},
		{looking.Conclusion{Code: "something-new"}, all, ""},
	} {
		if got := stepOf(c.conclusion, c.open); got != c.want {
			t.Errorf("%+v stands for %q, want %q", c.conclusion, got, c.want)
		}
	}
}

// TestJudge has a capture of two clients in which the first conclusion is not what
// gains most.
func TestJudge(t *testing.T) {
	said := looking.Report{Seconds: 5, Total: looking.Route{Count: 10, Seconds: 8, Sampled: 8},
		Conclusions: []looking.Conclusion{
			{Code: "command-per-request", Expected: 5},
			{Code: "missing-index", Place: "a|b", Expected: 1},
			{Code: "missing-index", Place: "c", Expected: 1},
			{Code: "no-304", Expected: 0.5},
		}}
	l := look{Score: 100, Again: 101,
		Best: "index", BestGain: 3, Predicted: map[string]float64{},
		Gains: map[string]float64{"hash": 1.6, "index": 3, "gogc": 0.8}}
	l.judge(said, []steps.Name{"hash", "index", "gogc"}, 2)
	d := led{Looks: []look{l}, First: figures{100, 1}, Last: figures{160, 2}}
	d.agree()
	if d.Noise < 0.009 || d.Noise > 0.011 || d.Looks[0].Agrees ||
		!slices.Equal(l.First, []string{"hash"}) || l.Taken != "hash" ||
		l.Predicted["hash"] != 2 || l.Predicted["index"] != 1.25 || l.Conclusions[3].Step != "" {
		t.Errorf("%+v", l)
	}
	var out strings.Builder
	err := writeLed(&out, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"gains most in 0 of 1 versions", "1.6 times the score",
		"| 1 | command-per-request |  | hash | 2.00 | 1.60 | index | 3.00 | no |",
		"| 1 | index | missing-index | 1.25 | 3.00 |",
		"Median error of a prediction: 58 % of the measured gain, over 2 steps.",
		"No conclusion makes the service slower"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	l.Gains["hash"] = 0.5
	out.Reset()
	if err := writeLed(&out, led{Looks: []look{l}, First: figures{1, 1}}); err != nil ||
		!strings.Contains(out.String(), "Slower by more than chance: hash in version 1 (0.50).") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestJudgeAlso has a first conclusion with others that would save the same: what
// gains most may be any of them, and they do not add up.
func TestJudgeAlso(t *testing.T) {
	said := looking.Report{Seconds: 5, Conclusions: []looking.Conclusion{{Code: "missing-index",
		Expected: 6, Also: []looking.Conclusion{
			{Code: "n-plus-one", Place: "photos/store/threads.go:29", Expected: 5},
			{Code: "no-cache", Statement: "select 1 from comments", Expected: 4}}}}}
	said.Total.Sampled = 10
	open := []steps.Name{"index", "join", "comments"}
	for best, want := range map[string]bool{"index": true, "join": true, "comments": true,
		"hash": false} {
		l := look{Score: 20, Again: 18, Best: best, BestGain: 4, Predicted: map[string]float64{},
			Gains: map[string]float64{"index": 2, "join": 3, "comments": 3}}
		l.judge(said, open, 2)
		if l.Taken != "index" || len(l.First) != 3 || l.Predicted["join"] != 2 {
			t.Errorf("%s: %+v", best, l)
		}
		d := led{Looks: []look{l}}
		if d.agree(); d.Looks[0].Agrees != want {
			t.Errorf("%s: agrees is %v", best, !want)
		}
		d.Looks[0].BestGain = 3.2
		if d.agree(); !d.Looks[0].Agrees {
			t.Error("what gains as much but for chance does not agree")
		}
	}
}

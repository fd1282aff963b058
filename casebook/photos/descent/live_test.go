package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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

// TestJudge has a capture in which the first conclusion is not what gains most.
func TestJudge(t *testing.T) {
	said := looking.Report{Total: looking.Total{Count: 10, Seconds: 10},
		Conclusions: []looking.Conclusion{
			{Code: "command-per-request", Saves: [2]float64{4, 6}},
			{Code: "missing-index", Place: "a|b", Saves: [2]float64{1, 3}},
			{Code: "no-304", Saves: [2]float64{0, 1}},
		}}
	l := look{Score: 100, Best: "index", BestGain: 3,
		Gains: map[string]float64{"hash": 1.6, "index": 3, "gogc": 0.8}}
	l.judge(said, []steps.Name{"hash", "index", "gogc"})
	if l.Agrees || l.First != "hash" || l.Taken != "hash" || l.Conclusions[0].Predicted != 2 ||
		l.Conclusions[1].Measured != 3 || l.Conclusions[2].Step != "" {
		t.Errorf("%+v", l)
	}
	var out strings.Builder
	err := writeLed(&out, led{Looks: []look{l}, Noise: 0.01, First: figures{100, 1},
		Last: figures{160, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"gains most in 0 of 1 versions", "1.6 times the score",
		"| 1 | command-per-request |  | hash | 2.00 | 1.60 | index | 3.00 | no |",
		`| 1 | missing-index | a\|b | index | 1.25 | 3.00 |`,
		"Median error of a prediction: 58 % of the measured gain, over 2 conclusions.",
		"No conclusion makes the service slower"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	l.Gains["hash"] = 0.5
	l.Conclusions = nil
	l.judge(said, []steps.Name{"hash"})
	out.Reset()
	if err := writeLed(&out, led{Looks: []look{l}, First: figures{1, 1}}); err != nil ||
		!strings.Contains(out.String(), "Slower by more than chance: command-per-request in "+
			"version 1 (0.50).") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

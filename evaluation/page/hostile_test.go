package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/report/web"
	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/poolwatch"
	"github.com/wring-go/wring/service/sqlsample"
)

// seeds are names that would be markup, script or an address if they were not
// escaped where they stand.
var seeds = []string{
	`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`,
	"' onmouseover='alert(1)",
	`javascript:alert(1)`, `<!--`, `-->`, `]]>`, `</style><style>*{}`, `</textarea></title>`,
	"`${alert(1)}`", "\u2028alert(1)", "\x00<svg/onload=alert(1)>", `&lt;script&gt;`, `{{.}}`,
	`select * from t where a = '</pre><script>alert(1)</script>'`, `http://evil.example/`,
	"\xff\xfe<b>", `../../../etc/passwd`, `func(map[string]<-chan "x")`, ``,
}

// hostile returns inputs in which every text of others is the same.
func hostile(text string) []web.Input {
	site := alloc.Site{ID: text, Package: text, Func: text, File: text, Line: 3, Source: text,
		Leaf: alloc.Leaf{Func: text, File: text, Line: 3}, Type: text}
	finding := alloc.Finding{Site: site, Count: alloc.Count{Objects: 1, Bytes: 8,
		Sizes: []alloc.Size{{Size: 8, Charged: 8, Objects: 1}},
		PerOp: []alloc.PerOp{{Benchmark: text, Objects: 1, Bytes: 8}}},
		Cause: text, Note: text, Reasons: []string{text}, Techniques: []string{text},
		Proposals: []alloc.Proposal{{Technique: text, File: text, Message: text, Risk: text,
			Diff: "--- a/" + text + "\n+++ b/" + text + "\n@@ -3 +3 @@\n-" + text + "\n+" +
				text + "\n"}},
		Stacks: []alloc.Stack{{Frames: []alloc.Frame{{Func: text, File: text, Line: 3}},
			Objects: 1}},
		Flow:   []alloc.Step{{Text: text}},
		Advice: &alloc.Advice{Kind: text, Text: text, Evidence: text, Objects: 1}}
	warnings := []alloc.Warning{{Text: text}}
	bench := alloc.Benchmark{Package: text, Name: text, N: 1, Objects: 1, Bytes: 8}
	rep := alloc.Report{Module: text, Go: text, GOOS: text, GOARCH: text,
		Sites:      []alloc.Finding{finding},
		Benchmarks: []alloc.Benchmark{bench}, Warnings: warnings}
	rec := &alloc.Record{Module: text, ModuleDir: text, Benchmarks: rep.Benchmarks,
		Frames: []alloc.Frame{{Func: text, File: text, Line: 3}}, Stacks: [][]int{{0}},
		Samples: []alloc.Sample{{Type: text, Size: 8, Charged: 8, Objects: 1}},
		Lines:   []alloc.Line{{File: text, Line: 3, Text: text}}}
	trial := alloc.Trial{Accepted: true, Rejected: text, Reason: text, Calls: 1,
		Candidate: alloc.Candidate{Technique: text, Site: text, Sites: []string{text},
			Package: text, Func: text, File: text, Line: 3, Message: text, Risk: text},
		Verdicts: []alloc.Verdict{{Judge: text, Outcome: alloc.Outcome(text),
			Reason: text}}}
	fix := &alloc.FixReport{Report: rep, Trials: []alloc.Trial{trial},
		Patch: "--- a/" + text + "\n+++ b/" + text + "\n@@ -3 +3 @@\n-" + text + "\n+" + text +
			"\n"}
	state := alloc.State{Name: text, Commit: text, Go: text}
	change := alloc.SiteDiff{Site: site, Cause: text, Reasons: []string{text},
		PerOp: []alloc.RateChange{{Benchmark: text}}}
	diff := &alloc.Diff{Old: state, New: state, Warnings: warnings,
		Benchmarks: []alloc.BenchmarkDiff{{Package: text, Name: text, Metrics: []alloc.Metric{{
			Unit: text, Judgement: alloc.Judgement(text)}}}},
		Sites: alloc.SitesDiff{New: []alloc.SiteDiff{change}, Gone: []alloc.SiteDiff{change}}}
	commit := alloc.CommitCounts{Commit: text, Subject: text, Failure: text,
		Benchmarks: []alloc.BenchCounts{{Benchmark: text, Objects: 1}},
		Changed:    []alloc.RateChange{{Benchmark: text}}}
	return []web.Input{
		{Name: text, Live: captured(text, 1)}, {Name: text, Live: captured(text, 2)},
		{Name: text, Record: rec, Report: &rep}, {Name: text, Fix: fix}, {Name: text, Diff: diff},
		{Name: text, Guard: &alloc.GuardReport{File: text, Problems: []alloc.Problem{{Fails: true,
			Text: text, File: text, Benchmark: text}}}},
		{Name: text, History: &alloc.History{Range: text, Commits: []alloc.CommitCounts{commit}}},
		{Name: text, Bisect: &alloc.Bisection{Found: true, Range: text, Bench: text, First: commit,
			Diff: diff}},
	}
}

// captured returns a capture in which every text of others is the same: requests
// pile up at some moments, and goroutines wait for each other in a circle.
func captured(text string, procs int) *live.Capture {
	lock := func(address string, waiter, holder int64, next string) locks.Lock {
		return locks.Lock{Lock: text, Kind: text, Address: address, Cycle: true, WaitsFor: next,
			Waiters: []int64{waiter, 7, 8}, Longest: 3, Advice: []string{text},
			Routes: []locks.Route{{Route: text, Waiters: 1}},
			Holders: []locks.Holder{{Goroutine: holder, Grade: locks.Likely, Func: text,
				File: text, State: text, Evidence: text}}}
	}
	c := &live.Capture{Seconds: 1, Target: live.Target{Module: text, Address: text, Procs: procs},
		Missing:  []live.Missing{{What: text, How: text}},
		Warnings: []live.Warning{{Text: text}},
		Pools:    []poolwatch.Cost{{Pool: text, Advice: []string{text}}},
		Locks: []locks.Report{{Locks: []locks.Lock{lock("0x1", 1, 2, "0x2"),
			lock("0x2", 2, 1, "0x1")}}},
		SQL: &live.SQL{Report: sqlsample.Report{Queries: []sqlsample.Query{{Fingerprint: text}}}}}
	at := c.Add([]live.Frame{{Func: text, File: text, Line: 3},
		{Func: "net/http.serverHandler.ServeHTTP", File: "server.go", Line: 1}}, text)
	for i := range 40 {
		n := int32(1)
		if i%10 == 3 {
			n = 20
		}
		c.Looks = append(c.Looks, live.Look{Counts: []live.Tallied{{Stack: at, N: n}}})
	}
	return c
}

// shape is the elements and attributes of a page, in order: what must not depend
// on what texts say.
func shape(t *testing.T, page []byte) string {
	t.Helper()
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			token := z.Token()
			b.WriteString("<" + token.Data)
			for _, a := range token.Attr {
				b.WriteString(" " + a.Key)
				if a.Key == "href" && !strings.HasPrefix(a.Val, "#") && a.Val != "data:," {
					t.Errorf("a link leads to %q", a.Val)
				}
			}
			b.WriteString(">")
		case html.CommentToken:
			t.Error("the page holds a comment")
		}
	}
}

// file writes inputs as one page.
func file(t *testing.T, inputs []web.Input) []byte {
	t.Helper()
	page, err := web.New(inputs, web.Options{Cause: func(name string) string { return name }})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := page.WriteFile(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzHostile proves that no text of others adds or removes an element or an
// attribute: the page has the same shape as with a harmless word.
func FuzzHostile(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\r\n") {
			return // parts of the page that are empty are left out, and patches have lines
		}
		got, want := shape(t, file(t, hostile(text))), shape(t, file(t, hostile("word")))
		if got != want {
			t.Errorf("%q changes the page", text)
		}
	})
}

// TestHostileRecords parses 10,000 pages whose texts are made of pieces of markup:
// all of them have the shape of one with a harmless word.
func TestHostileRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long; not with -short")
	}
	want := shape(t, file(t, hostile("word")))
	random := rand.New(rand.NewPCG(16, 0))
	for range 10_000 {
		text := mixed(random)
		if got := shape(t, file(t, hostile(text))); got != want {
			t.Fatalf("%q changes the page", text)
		}
	}
}

// mixed returns a text of pieces of the seeds.
func mixed(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(4) {
		s := seeds[random.IntN(len(seeds))]
		from := random.IntN(len(s) + 1)
		b.WriteString(s[from : from+random.IntN(len(s)-from+1)])
	}
	text := strings.TrimSpace(b.String())
	if text == "" || strings.ContainsAny(text, "\r\n") {
		return "x"
	}
	return text
}

// TestHostileInBrowser shows all hostile names in a real browser: none of them
// runs, and the console stays empty.
func TestHostileInBrowser(t *testing.T) {
	wantBrowser(t)
	var inputs []web.Input
	for _, s := range seeds {
		inputs = append(inputs, hostile(s)...)
	}
	random := rand.New(rand.NewPCG(17, 0))
	for range 40 {
		inputs = append(inputs, hostile(mixed(random))...)
	}
	name := t.TempDir() + "/page.html"
	write(t, name, string(file(t, inputs)))
	b := newTab(t, "file://"+name)
	b.wait(`document.documentElement.dataset.drawn`)
	for _, hash := range []string{"#flame?view=table", "#flame?view=sandwich&by=type",
		"#flame?q=alert"} {
		b.visit("file://" + name + hash)
		b.wait(`document.documentElement.dataset.drawn`)
	}
	b.wait(`!document.querySelector('[onerror], [onload], [onmouseover], img')`)
}

package collector

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/wring-go/wring/collector/gctrace"
	"github.com/wring-go/wring/collector/lives"
)

// Live is what the collector of a running process cost in some time, or since its
// start.
type Live struct {
	Source  string
	Go      string  // "" if that is not known
	Seconds float64 // of the process's life that were looked at
	Share   float64 // of the CPU that the process used; -1 if that is not known
	Cycles  float64 // a second
	Forced  float64 // of them
	P99     float64 // pause, in seconds
	Longest float64 // pause, in seconds
	Live    float64 // bytes that the last cycle marked
	Goal    float64 // bytes at what the next one is to be done
	Rate    float64 // bytes allocated a second
	Memory  float64 // bytes that the runtime holds; 0 if that is not known
	GOGC    float64 // per cent; 0 if that is not known
	Limit   float64 // bytes; 0 if there is none
	Advice  []Advice
	// Heap is what lived in it, if a profile of its heap was given.
	Heap lives.Heap
}

// ReadTrace sums up the cycles in a text, such as a log, in which there are lines
// of gctrace.
func ReadTrace(r io.Reader, source string) (Live, error) {
	var cycles []gctrace.Cycle
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadSlice('\n')
		if c, ok := gctrace.Find(string(line)); ok {
			if n := len(cycles); n > 0 && c.Number <= cycles[n-1].Number {
				cycles = cycles[:0] // another process: the last is meant
			}
			cycles = append(cycles, c)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return Live{}, fmt.Errorf("%s: %w", source, err)
		}
	}
	if len(cycles) == 0 {
		return Live{}, fmt.Errorf("%s has no line of gctrace: run the program with "+
			"GODEBUG=gctrace=1 and keep what it prints", source)
	}
	cost, last := Sum(cycles), cycles[len(cycles)-1]
	seconds := last.At.Seconds()
	l := Live{Source: source, Seconds: seconds, Share: -1, P99: cost.pause(0.99),
		Longest: cost.pause(1), Live: float64(last.Live), Goal: float64(last.Goal)}
	if seconds > 0 {
		l.Cycles, l.Forced = float64(cost.Cycles)/seconds, float64(cost.Forced)/seconds
		l.Rate = float64(cost.Allocated) / seconds
	}
	l.advise()
	return l, nil
}

// document is what a process says of itself: the metrics of kit/vitals, or the
// memstats of expvar.
type document struct {
	At         time.Time
	Go         string                    `json:"go"`
	Metrics    map[string]float64        `json:"metrics"`
	Histograms map[string][]vitalsBucket `json:"histograms"`
	MemStats   *memStats                 `json:"memstats"`
}

type vitalsBucket struct {
	Below float64 `json:"below"`
	Count uint64  `json:"count"`
}

// memStats has those fields of runtime.MemStats that matter here.
type memStats struct {
	TotalAlloc, HeapAlloc, NextGC, Sys, HeapReleased uint64
	PauseTotalNs                                     uint64
	NumGC, NumForcedGC                               uint32
	GCCPUFraction                                    float64
	PauseNs                                          []uint64
}

// maxDocument is more than any process says of itself.
const maxDocument = 16 << 20

// Watch asks a URL twice, some time apart, and compares the answers.
func Watch(ctx context.Context, url string, span time.Duration) (Live, error) {
	from, err := fetch(ctx, url)
	if err != nil {
		return Live{}, err
	}
	select {
	case <-ctx.Done():
		return Live{}, ctx.Err()
	case <-time.After(span):
	}
	to, err := fetch(ctx, url)
	if err != nil {
		return Live{}, err
	}
	l := difference(from, to)
	l.Source = url
	l.advise()
	return l, nil
}

func fetch(ctx context.Context, url string) (document, error) {
	var doc document
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return doc, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return doc, err
	}
	defer resp.Body.Close()
	doc.At = time.Now()
	if resp.StatusCode != http.StatusOK {
		return doc, fmt.Errorf("%s answers %s", url, resp.Status)
	}
	at := doc.At
	err = json.NewDecoder(io.LimitReader(resp.Body, maxDocument)).Decode(&doc)
	doc.At = at
	if err != nil {
		return doc, fmt.Errorf("%s answers with %s, not the JSON of kit/vitals or expvar: %w", url,
			resp.Header.Get("Content-Type"), err)
	}
	if doc.MemStats == nil && len(doc.Metrics) == 0 {
		return doc, fmt.Errorf("%s says nothing of a collector: /debug/vars of expvar or the "+
			"handler of kit/vitals is expected", url)
	}
	return doc, nil
}

// difference returns what happened between two answers.
func difference(a, b document) Live {
	s := max(b.At.Sub(a.At).Seconds(), 1e-9)
	if b.MemStats != nil && len(b.Metrics) == 0 {
		return ofMemStats(a.MemStats, b.MemStats, s)
	}
	gained := func(name string) float64 { return b.Metrics[name] - a.Metrics[name] }
	l := Live{
		Go: b.Go, Seconds: s, Share: -1,
		Cycles: gained("/gc/cycles/total:gc-cycles") / s,
		Forced: gained("/gc/cycles/forced:gc-cycles") / s,
		Live:   b.Metrics["/gc/heap/live:bytes"], Goal: b.Metrics["/gc/heap/goal:bytes"],
		Rate: gained("/gc/heap/allocs:bytes") / s,
		Memory: b.Metrics["/memory/classes/total:bytes"] -
			b.Metrics["/memory/classes/heap/released:bytes"],
		GOGC: b.Metrics["/gc/gogc:percent"],
	}
	if limit := b.Metrics["/gc/gomemlimit:bytes"]; limit < 1<<62 {
		l.Limit = limit
	}
	used := gained("/cpu/classes/total:cpu-seconds") - gained("/cpu/classes/idle:cpu-seconds")
	if used > 0 {
		l.Share = gained("/cpu/classes/gc/total:cpu-seconds") / used
	}
	const pauses = "/sched/pauses/total/gc:seconds"
	l.P99, l.Longest = quantiles(a.Histograms[pauses], b.Histograms[pauses])
	return l
}

func ofMemStats(a, b *memStats, s float64) Live {
	l := Live{Seconds: s, Share: -1, Live: float64(b.NextGC) / 2, Goal: float64(b.NextGC),
		Memory: float64(b.Sys) - float64(b.HeapReleased)}
	if a == nil || b.NumGC < a.NumGC {
		return l // it has been started anew meanwhile
	}
	n := b.NumGC - a.NumGC
	l.Cycles, l.Forced = float64(n)/s, float64(b.NumForcedGC-a.NumForcedGC)/s
	l.Rate = float64(b.TotalAlloc-a.TotalAlloc) / s
	var recent []float64
	for i := range min(int(n), len(b.PauseNs)) {
		at := (int(b.NumGC) - 1 - i) % len(b.PauseNs)
		recent = append(recent, float64(b.PauseNs[at])/1e9)
	}
	if slices.Sort(recent); len(recent) > 0 {
		l.P99, l.Longest = recent[rank(0.99, len(recent))], recent[len(recent)-1]
	}
	return l
}

// quantiles returns the 99 % quantile, and the greatest, of the values that came
// from one histogram to a later one, as the upper ends of their buckets.
func quantiles(a, b []vitalsBucket) (p99, most float64) {
	before := map[float64]uint64{}
	for _, bucket := range a {
		before[bucket.Below] = bucket.Count
	}
	var total uint64
	var gained []vitalsBucket
	for _, bucket := range b {
		if n := bucket.Count - min(before[bucket.Below], bucket.Count); n > 0 {
			gained = append(gained, vitalsBucket{bucket.Below, n})
			total += n
		}
	}
	var sum uint64
	for _, bucket := range gained {
		if float64(sum) < 0.99*float64(total) {
			p99 = bucket.Below
		}
		sum, most = sum+bucket.Count, bucket.Below
	}
	return p99, most
}

// advise says what is worth trying. What another setting would cost is measured,
// not guessed, so it only says where to look.
func (l *Live) advise() {
	l.Advice = []Advice{}
	add := func(code, text, evidence string) {
		l.Advice = append(l.Advice, Advice{code, text, evidence})
	}
	switch {
	case l.Share >= 0.03:
		add("gogc", "measure the curve: wring gc -load '...' -- ./program",
			fmt.Sprintf("the collector takes %s of the CPU", percent(l.Share)))
	case l.Share >= 0:
		add("leave", "leave the collector as it is: there is little to gain",
			fmt.Sprintf("it takes %s of the CPU", percent(l.Share)))
	}
	if l.Forced > 0.1 {
		add("forced", "something calls runtime.GC or debug.FreeOSMemory",
			fmt.Sprintf("%.2g cycles a second are forced", l.Forced))
	}
	if l.Limit > 0 && l.Goal > 0.9*l.Limit && l.Cycles > 1 {
		add("limit", "the memory limit makes it collect more often than GOGC would: raise it, "+
			"or hold less", fmt.Sprintf("the goal of %s is near the limit of %s",
			Bytes(int64(l.Goal)), Bytes(int64(l.Limit))))
	}
}

package json

import (
	"io"
	"slices"

	"github.com/wring-go/wring/collector"
)

// gcDocument is the JSON document of wring gc.
type gcDocument struct {
	Version  int         `json:"version"`
	Verb     string      `json:"verb"`
	Target   string      `json:"target"`
	Go       string      `json:"go"`
	Curve    []gcPoint   `json:"curve"`
	Others   []gcPoint   `json:"other_collector"`
	Knee     *gcSetting  `json:"knee"`
	Predicts []gcPredict `json:"predictions"`
	Sites    []gcSite    `json:"sites"`
	Lives    *gcLives    `json:"lives"` // null if that is not known
	Advice   []gcAdvice  `json:"advice"`
	Warnings []string    `json:"warnings"`
}

// gcPoint is one setting. Times are seconds, sizes bytes, shares from 0 to 1.
type gcPoint struct {
	Setting  gcSetting          `json:"setting"`
	Runs     int                `json:"runs"`
	Share    collector.Interval `json:"cpu_share"`
	GC       collector.Interval `json:"gc_cpu_seconds"`
	CPU      collector.Interval `json:"cpu_seconds"`
	Wall     collector.Interval `json:"seconds"`
	Assist   collector.Interval `json:"assist_seconds"`
	Idle     collector.Interval `json:"idle_seconds"`
	Peak     collector.Interval `json:"peak_bytes"`
	Live     collector.Interval `json:"live_bytes"`
	Rate     collector.Interval `json:"allocated_per_second"`
	Cycles   collector.Interval `json:"cycles"`
	Forced   int                `json:"forced_cycles"`
	PauseP99 collector.Interval `json:"pause_p99"`
	PauseMax collector.Interval `json:"pause_max"`
	// Rewritten is the share after wring fix, at best; null where it removes nothing.
	Rewritten *collector.Interval `json:"cpu_share_after_fix"`
}

type gcSetting struct {
	GOGC       int    `json:"gogc"` // -1 is off
	Limit      int64  `json:"gomemlimit"`
	Experiment string `json:"goexperiment"`
}

type gcPredict struct {
	Setting gcSetting          `json:"setting"`
	Share   collector.Interval `json:"cpu_share"`
	Peak    collector.Interval `json:"peak_bytes"`
	Outside bool               `json:"outside"`
}

type gcSite struct {
	Place      string   `json:"place"`
	Func       string   `json:"func"`
	Type       string   `json:"type"`
	Bytes      float64  `json:"bytes_share"`
	Objects    float64  `json:"objects_share"`
	Techniques []string `json:"techniques"`
}

type gcAdvice struct {
	Code     string `json:"code"`
	Text     string `json:"text"`
	Evidence string `json:"evidence"`
}

// WriteGC writes r to w as Write does a report.
func WriteGC(w io.Writer, r collector.Report) error {
	doc := gcDocument{Version: 1, Verb: "gc", Target: r.Target, Go: r.Go,
		Curve: gcPoints(r.Points), Others: gcPoints(r.Others), Predicts: []gcPredict{},
		Sites: []gcSite{}, Advice: gcAdvices(r.Advice), Warnings: notNil(slices.Clone(r.Warnings))}
	if r.Knee >= 0 {
		knee := gcSetting(r.Points[r.Knee].Setting)
		doc.Knee = &knee
	}
	for _, p := range r.Asked {
		doc.Predicts = append(doc.Predicts, gcPredict{gcSetting(p.Setting), p.Share, p.Peak,
			p.Outside})
	}
	for _, s := range r.Sites {
		doc.Sites = append(doc.Sites, gcSite{s.Place, s.Func, s.Type, s.Bytes, s.Objects,
			notNil(s.Techniques)})
	}
	for i, after := range r.Rewritten() {
		doc.Curve[i].Rewritten = &after
	}
	for _, why := range []string{r.Skipped, r.NotLives} {
		if why != "" {
			doc.Warnings = append(doc.Warnings, why)
		}
	}
	doc.Lives = gcLivesOf(r.Lives)
	return encode(w, doc)
}

func gcPoints(points []collector.Point) []gcPoint {
	list := []gcPoint{}
	for _, p := range points {
		list = append(list, gcPoint{
			Setting: gcSetting(p.Setting), Runs: p.Runs, Share: p.Share, GC: p.GC, CPU: p.CPU,
			Wall: p.Wall, Assist: p.Assist, Idle: p.Idle, Peak: p.Peak, Live: p.Live, Rate: p.Rate,
			Cycles: p.Cycles, Forced: p.Forced, PauseP99: p.P99, PauseMax: p.Longest,
		})
	}
	return list
}

func gcAdvices(advice []collector.Advice) []gcAdvice {
	list := []gcAdvice{}
	for _, a := range advice {
		list = append(list, gcAdvice(a))
	}
	return list
}

// gcLiveDocument is the JSON document of wring gc about a process or a trace.
type gcLiveDocument struct {
	Version int        `json:"version"`
	Verb    string     `json:"verb"`
	Source  string     `json:"source"`
	Go      string     `json:"go"`
	Seconds float64    `json:"seconds"`
	Share   *float64   `json:"cpu_share"` // null if that is not known
	Cycles  float64    `json:"cycles_per_second"`
	Forced  float64    `json:"forced_cycles_per_second"`
	P99     float64    `json:"pause_p99"`
	Longest float64    `json:"pause_max"`
	Live    float64    `json:"live_bytes"`
	Goal    float64    `json:"goal_bytes"`
	Rate    float64    `json:"allocated_per_second"`
	Memory  float64    `json:"memory_bytes"`
	GOGC    float64    `json:"gogc"`
	Limit   float64    `json:"gomemlimit"`
	Advice  []gcAdvice `json:"advice"`
	Lives   *gcLives   `json:"lives"` // null if no heap profile was given
}

// WriteGCLive writes what the collector of a process costs to w.
func WriteGCLive(w io.Writer, l collector.Live) error {
	doc := gcLiveDocument{Version: 1, Verb: "gc", Source: l.Source, Go: l.Go, Seconds: l.Seconds,
		Cycles: l.Cycles, Forced: l.Forced, P99: l.P99, Longest: l.Longest, Live: l.Live,
		Goal: l.Goal, Rate: l.Rate, Memory: l.Memory, GOGC: l.GOGC, Limit: l.Limit,
		Advice: gcAdvices(l.Advice), Lives: gcLivesOf(l.Heap)}
	if l.Share >= 0 {
		doc.Share = &l.Share
	}
	return encode(w, doc)
}

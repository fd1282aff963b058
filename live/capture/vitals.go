package capture

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/poolwatch"
)

// vitals is what a process says of its runtime: by kit/vitals, or the memstats of
// expvar.
type vitals struct {
	address    string
	at         time.Time
	PID        int                `json:"pid"`
	Go         string             `json:"go"`
	GOMAXPROCS int                `json:"gomaxprocs"`
	Metrics    map[string]float64 `json:"metrics"`
	MemStats   *struct {
		TotalAlloc, HeapAlloc, NextGC uint64
		NumGC                         uint32
		GCCPUFraction                 float64
	} `json:"memstats"`
}

// readVitals asks the usual addresses beside the profiles.
func (r *run) readVitals(ctx context.Context) (v vitals, pools poolwatch.Sample) {
	for _, path := range []string{"../vitals", "../vars"} {
		data, err := r.server.get(ctx, path, "", patience)
		if err != nil {
			continue
		}
		if pools.Pools == nil {
			if p, err := poolwatch.Parse(data); err == nil {
				pools = poolwatch.Sample{At: time.Now(), Pools: p}
			}
		}
		var doc vitals
		if v.address == "" && json.Unmarshal(data, &doc) == nil &&
			(len(doc.Metrics) > 0 || doc.MemStats != nil) {
			v = doc
			v.address, v.at = r.server.base.JoinPath(path).Path, time.Now()
		}
	}
	return v, pools
}

// runtime keeps what the runtime did meanwhile.
func (r *run) runtime(a, b vitals) {
	if b.address == "" {
		r.missing("figures of the runtime", `import _ "expvar", or serve kit/vitals at `+
			"/debug/vitals")
		return
	}
	s := b.at.Sub(a.at).Seconds()
	out := &live.Runtime{Source: b.address, GCShare: -1}
	if m := b.MemStats; m != nil && a.MemStats != nil && s > 0 {
		out.Cycles = float64(m.NumGC-a.MemStats.NumGC) / s
		out.Rate = float64(m.TotalAlloc-a.MemStats.TotalAlloc) / s
		out.Live, out.GCShare = float64(m.HeapAlloc), m.GCCPUFraction
	}
	if len(b.Metrics) > 0 && s > 0 {
		d := func(name string) float64 { return b.Metrics[name] - a.Metrics[name] }
		out.Cycles = d("/gc/cycles/total:gc-cycles") / s
		out.Rate = d("/gc/heap/allocs:bytes") / s
		out.Live = b.Metrics["/gc/heap/live:bytes"]
		out.GOGC = b.Metrics["/gc/gogc:percent"]
		if limit := b.Metrics["/gc/gomemlimit:bytes"]; limit < 1<<62 {
			out.Limit = limit
		}
		used := d("/cpu/classes/total:cpu-seconds") - d("/cpu/classes/idle:cpu-seconds")
		if used > 0 {
			out.GCShare = d("/cpu/classes/gc/total:cpu-seconds") / used
		}
	}
	r.out.Runtime = out
	if b.GOMAXPROCS > 0 {
		r.out.Target.Procs = b.GOMAXPROCS
	}
	if b.Go != "" {
		r.out.Target.Go = b.Go
	}
	if out.GOGC > 0 {
		r.set("GOGC", strconv.FormatFloat(out.GOGC, 'f', -1, 64))
	}
}

// set notes a setting of the target.
func (r *run) set(name, value string) {
	if r.out.Target.Settings == nil {
		r.out.Target.Settings = map[string]string{}
	}
	r.out.Target.Settings[name] = value
}

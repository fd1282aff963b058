package json

import (
	"io"

	"github.com/wring-go/wring/service/poolsim"
)

// poolDocument is the JSON document of wring pool.
type poolDocument struct {
	Version int    `json:"version"`
	Verb    string `json:"verb"`
	Go      string `json:"go"`
	poolCost
	Load     poolLoad   `json:"load"`
	Course   poolCourse `json:"course"`
	Asked    *poolCost  `json:"asked,omitempty"`
	Goal     *poolGoal  `json:"goal,omitempty"`
	Sweep    []poolCost `json:"sweep"`
	Warnings []string   `json:"warnings"`
}

// poolCost is what one setting costs. Times are seconds; those of waits are the
// medians of all runs, with their intervals beside them.
type poolCost struct {
	Runs     int              `json:"runs"`
	Queries  int              `json:"queries"`
	Connects poolsim.Interval `json:"connects"`
	Closes   poolCloses       `json:"closes"`
	Wait     poolTimes        `json:"wait"`
	Delay    poolTimes        `json:"delay"`
	Open     poolOpen         `json:"open"`
	Setting  poolSetting      `json:"setting"`
}

type poolCloses struct {
	MaxIdle  poolsim.Interval `json:"max_idle"`
	IdleTime poolsim.Interval `json:"idle_time"`
	Lifetime poolsim.Interval `json:"lifetime"`
}

type poolTimes struct {
	Count     *poolsim.Interval           `json:"count,omitempty"`
	P50       float64                     `json:"p50"`
	P99       float64                     `json:"p99"`
	Max       float64                     `json:"max"`
	Intervals map[string]poolsim.Interval `json:"intervals"`
}

type poolOpen struct {
	Peak poolsim.Interval `json:"peak"`
	Mean poolsim.Interval `json:"mean"`
}

type poolSetting struct {
	MaxOpen     int     `json:"max_open"`
	MaxIdle     int     `json:"max_idle"`
	MaxLifetime float64 `json:"max_lifetime"`
	MaxIdleTime float64 `json:"max_idle_time"`
}

type poolLoad struct {
	N        int     `json:"n"`
	Arrivals string  `json:"arrivals"`
	Rate     float64 `json:"rate"`
	Connect  string  `json:"connect"`
	Query    string  `json:"query"`
}

type poolCourse struct {
	Seed   uint64          `json:"seed"`
	Step   float64         `json:"step"`
	Points []poolsim.Point `json:"points"`
	Waves  poolWaves       `json:"waves"`
}

type poolWaves struct {
	Count   int     `json:"count"`
	Largest int64   `json:"largest"`
	At      float64 `json:"at"`
	Width   float64 `json:"width"`
}

type poolGoal struct {
	Goals []string   `json:"goals"`
	Kept  bool       `json:"kept"`
	Tried []poolCost `json:"tried"`
}

// WritePool writes r to w as Write does a report.
func WritePool(w io.Writer, r poolsim.Report) error {
	doc := poolDocument{
		Version: 1, Verb: "pool", Go: r.Release, poolCost: costOf(r.Summary),
		Load: poolLoad{N: r.Load.N, Arrivals: r.Load.Arrivals.String(),
			Rate: r.Load.PerSecond(), Connect: r.Load.Connect.String(),
			Query: r.Load.Query.String()},
		Course: poolCourse{Seed: r.Course.Seed, Step: r.Course.Step,
			Points: notNil(r.Course.Points), Waves: poolWaves(r.Course.Waves)},
		Sweep: costsOf(r.Sweep), Warnings: notNil(r.Warnings),
	}
	if len(r.Goals) > 0 {
		asked := costOf(r.Asked)
		doc.Asked = &asked
		doc.Goal = &poolGoal{Goals: []string{}, Kept: r.Advice.Found,
			Tried: costsOf(r.Advice.Tried)}
		for _, g := range r.Goals {
			doc.Goal.Goals = append(doc.Goal.Goals, g.String())
		}
	}
	return encode(w, doc)
}

func costsOf(list []poolsim.Summary) []poolCost {
	out := make([]poolCost, len(list))
	for i, s := range list {
		out[i] = costOf(s)
	}
	return out
}

func costOf(s poolsim.Summary) poolCost {
	wait, delay := timesOf(s.Wait), timesOf(s.Delay)
	wait.Count = &s.WaitCount
	return poolCost{
		Runs: s.Runs, Queries: s.Queries, Connects: s.Connects,
		Closes: poolCloses{MaxIdle: s.MaxIdle, IdleTime: s.IdleTime, Lifetime: s.Lifetime},
		Wait:   wait, Delay: delay, Open: poolOpen{Peak: s.PeakOpen, Mean: s.MeanOpen},
		Setting: poolSetting{s.Setting.MaxOpen, s.Setting.MaxIdle,
			s.Setting.MaxLifetime.Seconds(), s.Setting.MaxIdleTime.Seconds()},
	}
}

func timesOf(d poolsim.Distribution) poolTimes {
	return poolTimes{P50: d.P50.Median, P99: d.P99.Median, Max: d.Max.Median,
		Intervals: map[string]poolsim.Interval{"p50": d.P50, "p99": d.P99, "max": d.Max}}
}

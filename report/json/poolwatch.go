package json

import (
	"database/sql"
	"io"

	"github.com/wring-go/wring/service/poolwatch"
)

// poolWatchDocument is the JSON document of wring pool -watch.
type poolWatchDocument struct {
	Version int             `json:"version"`
	Verb    string          `json:"verb"`
	Pools   []poolWatchCost `json:"pools"`
}

// poolWatchCost holds rates a second, and times in seconds.
type poolWatchCost struct {
	Pool    string      `json:"pool"`
	Seconds float64     `json:"seconds"`
	Closes  poolRates   `json:"closes_per_second"`
	Waits   float64     `json:"waits_per_second"`
	Waited  float64     `json:"waited_per_second"`
	Mean    float64     `json:"mean_wait"`
	Now     sql.DBStats `json:"now"`
	Advice  []string    `json:"advice"`
}

type poolRates struct {
	MaxIdle  float64 `json:"max_idle"`
	IdleTime float64 `json:"idle_time"`
	Lifetime float64 `json:"lifetime"`
}

// WritePoolWatch writes what the pools of a process cost to w.
func WritePoolWatch(w io.Writer, costs []poolwatch.Cost) error {
	doc := poolWatchDocument{Version: 1, Verb: "pool", Pools: []poolWatchCost{}}
	for _, c := range costs {
		doc.Pools = append(doc.Pools, poolWatchCost{Pool: c.Pool, Seconds: c.Seconds,
			Closes: poolRates{c.MaxIdle, c.IdleTime, c.Lifetime}, Waits: c.Waits,
			Waited: c.Waited, Mean: c.MeanWait, Now: c.Now, Advice: notNil(c.Advice)})
	}
	return encode(w, doc)
}

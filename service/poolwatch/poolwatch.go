// Package poolwatch reads what a running process says of its connection pools,
// and what their setting costs.
package poolwatch

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Sample is what a process said at one time.
type Sample struct {
	At    time.Time
	Pools map[string]sql.DBStats // by the name, or the path of names, in its document
}

// maxDocument is more than any process says of itself.
const maxDocument = 16 << 20

// Read asks a URL for a JSON document that holds the figures of pools somewhere,
// as expvar's and that of kit/vitals do.
func Read(ctx context.Context, url string) (Sample, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return Sample{}, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return Sample{}, err
	}
	defer resp.Body.Close()
	at := time.Now()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument))
	if err != nil {
		return Sample{}, fmt.Errorf("%s: %w", url, err)
	}
	if resp.StatusCode != http.StatusOK {
		return Sample{}, fmt.Errorf("%s answers %s", url, resp.Status)
	}
	pools, err := Parse(data)
	if err != nil {
		return Sample{}, fmt.Errorf("%s answers with %s: %w", url,
			resp.Header.Get("Content-Type"), err)
	}
	return Sample{At: at, Pools: pools}, nil
}

// Parse returns the pools in a document: every object that has the fields of
// sql.DBStats, wherever it is.
func Parse(data []byte) (map[string]sql.DBStats, error) {
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("no JSON: %w; /debug/vars of expvar or the handler of kit/vitals "+
			"is expected", err)
	}
	pools := map[string]sql.DBStats{}
	find(doc, nil, pools)
	if len(pools) == 0 {
		return nil, fmt.Errorf("no sql.DBStats is in it: publish one with " +
			`expvar.Publish("db", expvar.Func(func() any { return db.Stats() })), ` +
			"or serve vitals.Handler")
	}
	return pools, nil
}

func find(v any, path []string, pools map[string]sql.DBStats) {
	if list, ok := v.([]any); ok {
		for i, item := range list {
			find(item, append(slices.Clip(path), fmt.Sprint(i)), pools)
		}
		return
	}
	object, ok := v.(map[string]any)
	if !ok {
		return
	}
	if stats, ok := statsOf(object); ok {
		pools[strings.TrimPrefix(strings.Join(path, "."), "pools.")] = stats
		return
	}
	for name, item := range object {
		find(item, append(slices.Clip(path), name), pools)
	}
}

// statsOf reports whether an object is a sql.DBStats, and returns it.
func statsOf(object map[string]any) (sql.DBStats, bool) {
	for _, name := range []string{"MaxOpenConnections", "InUse", "WaitCount", "WaitDuration",
		"MaxIdleClosed"} {
		if _, ok := object[name]; !ok {
			return sql.DBStats{}, false
		}
	}
	data, err := json.Marshal(object)
	if err != nil {
		return sql.DBStats{}, false
	}
	var stats sql.DBStats
	return stats, json.Unmarshal(data, &stats) == nil
}

// Cost is what the setting of one pool cost between two samples.
type Cost struct {
	Pool    string
	Seconds float64
	Now     sql.DBStats
	// What happened a second.
	MaxIdle, IdleTime, Lifetime float64 // connections closed, by cause
	Waits                       float64
	Waited                      float64 // seconds that queries waited, in each second
	// MeanWait is in seconds, of those that waited.
	MeanWait float64
	Advice   []string
}

// Costs compares two samples of one process, by the names of its pools.
func Costs(from, to Sample) []Cost {
	list := []Cost{}
	s := to.At.Sub(from.At).Seconds()
	for _, name := range slices.Sorted(maps.Keys(to.Pools)) {
		a, ok := from.Pools[name]
		b := to.Pools[name]
		if !ok || b.WaitCount < a.WaitCount || s <= 0 {
			continue // it has been opened meanwhile
		}
		c := Cost{Pool: name, Seconds: s, Now: b,
			MaxIdle:  float64(b.MaxIdleClosed-a.MaxIdleClosed) / s,
			IdleTime: float64(b.MaxIdleTimeClosed-a.MaxIdleTimeClosed) / s,
			Lifetime: float64(b.MaxLifetimeClosed-a.MaxLifetimeClosed) / s,
			Waits:    float64(b.WaitCount-a.WaitCount) / s,
			Waited:   (b.WaitDuration - a.WaitDuration).Seconds() / s,
		}
		if n := b.WaitCount - a.WaitCount; n > 0 {
			c.MeanWait = (b.WaitDuration - a.WaitDuration).Seconds() / float64(n)
		}
		c.Advice = c.advice()
		list = append(list, c)
	}
	return list
}

// advice says which setting costs something, from what was counted.
func (c Cost) advice() []string {
	list := []string{}
	if c.MaxIdle > 0 {
		list = append(list, fmt.Sprintf("MaxIdle closes %.3g connections a second that are "+
			"needed again: raise it, up to MaxOpen", c.MaxIdle))
	}
	if c.Waits > 0 && c.Now.MaxOpenConnections > 0 {
		list = append(list, fmt.Sprintf("with MaxOpen %d, %.3g queries a second wait, %.3g s "+
			"each: raise it if the server can take more, or keep connections for less long",
			c.Now.MaxOpenConnections, c.Waits, c.MeanWait))
	}
	if c.Lifetime > 1 {
		list = append(list, fmt.Sprintf("MaxLifetime closes %.3g connections a second: minutes "+
			"rather than seconds are usual", c.Lifetime))
	}
	if c.Now.MaxOpenConnections == 0 {
		list = append(list, "MaxOpen is not set: a slow server gets ever more connections")
	}
	return list
}

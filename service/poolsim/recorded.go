package poolsim

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Recorded is queries that were recorded: when each arrived, the first at 0, and,
// if that was recorded too, how long it took.
type Recorded struct {
	Times []time.Duration
	Spent []time.Duration // as many, or none
}

// Record returns the record of queries that arrived at the given times, in
// seconds of any clock and in any order. spent is how long each took, or nil.
func Record(at, spent []float64) (Recorded, error) {
	if len(at) == 0 {
		return Recorded{}, errors.New("no arrivals were recorded")
	}
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case at[a] < at[b]:
			return -1
		case at[a] > at[b]:
			return 1
		}
		return 0
	})
	first := at[order[0]]
	var r Recorded
	for _, i := range order {
		since := at[i] - first
		if math.IsNaN(since) || since > math.MaxInt64/1e9/2 {
			return Recorded{}, fmt.Errorf("arrivals at %v and %v seconds: no clock says that",
				first, at[i])
		}
		r.Times = append(r.Times, time.Duration(since*1e9))
		if spent != nil {
			r.Spent = append(r.Spent, time.Duration(min(max(spent[i], 0), 1e6)*1e9))
		}
	}
	return r, nil
}

// ReadRecorded reads a line for each query: when it arrived, in seconds or as in
// 2026-11-22T10:00:00.123Z, and, if it is known, how many seconds it took. Empty
// lines, and lines that begin with #, are left out.
func ReadRecorded(r io.Reader) (Recorded, error) {
	var at, spent []float64
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		when, took, timed := strings.Cut(text, " ")
		t, err := instant(when)
		if err != nil {
			return Recorded{}, fmt.Errorf("line %d: %w", n, err)
		}
		at = append(at, t)
		if !timed {
			continue
		}
		d, err := strconv.ParseFloat(strings.TrimSpace(took), 64)
		if err != nil || math.IsNaN(d) || d < 0 {
			return Recorded{}, fmt.Errorf("line %d: %q is no number of seconds", n, took)
		}
		spent = append(spent, d)
	}
	if err := lines.Err(); err != nil {
		return Recorded{}, err
	}
	if len(spent) > 0 && len(spent) < len(at) {
		return Recorded{}, fmt.Errorf("%d of %d queries have a time: all must, or none",
			len(spent), len(at))
	}
	return Record(at, spent)
}

func instant(text string) (float64, error) {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return float64(t.UnixNano()) / 1e9, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is no time: write seconds, or 2026-11-22T10:00:00.123Z", text)
	}
	return v, nil
}

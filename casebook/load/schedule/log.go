package schedule

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"
)

// Log is what ReadLog found.
type Log struct {
	Offsets []time.Duration // since the first arrival; they do not decrease
	Skipped int             // lines without a time
}

// The ways in which access logs write a time: that of nginx and Apache, RFC 3339,
// and seconds of Unix with a fraction, after a label or a quoted name.
var (
	common  = regexp.MustCompile(`\d\d/[A-Z][a-z][a-z]/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}`)
	rfc3339 = regexp.MustCompile(
		`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`)
	unix = regexp.MustCompile(`(?:^|[\s:"=])(1\d{9}\.\d{1,9})(?:$|[\s,"}])`)
)

// ReadLog reads the arrivals of an access log: the first time in each line,
// whatever else the line holds. Requests of the same second, where a log knows
// no fraction, are spread evenly over it. Logs are written when requests end, so
// lines need not be in order.
func ReadLog(r io.Reader) (Log, error) {
	var log Log
	var times []time.Time
	fractions := false
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		at, ok := lineTime(lines.Text())
		if !ok {
			log.Skipped++
			continue
		}
		fractions = fractions || at.Nanosecond() != 0
		times = append(times, at)
	}
	if err := lines.Err(); err != nil {
		return Log{}, fmt.Errorf("the access log, after %d lines: %w", len(times), err)
	}
	if len(times) == 0 {
		return Log{}, errors.New("no line of the access log has a time that is known: " +
			"02/Jan/2006:15:04:05 -0700, 2006-01-02T15:04:05Z, or seconds with a fraction")
	}
	slices.SortStableFunc(times, time.Time.Compare)
	if !fractions {
		spread(times)
	}
	for _, at := range times {
		log.Offsets = append(log.Offsets, at.Sub(times[0]))
	}
	return log, nil
}

// lineTime returns the first time in a line of a log.
func lineTime(line string) (time.Time, bool) {
	if s := common.FindString(line); s != "" {
		at, err := time.Parse("02/Jan/2006:15:04:05 -0700", s)
		return at, err == nil
	}
	if s := rfc3339.FindString(line); s != "" {
		layout := "2006-01-02T15:04:05Z07:00"
		if s[10] == ' ' {
			layout = "2006-01-02 15:04:05Z07:00"
		}
		at, err := time.Parse(layout, s)
		return at, err == nil
	}
	if m := unix.FindStringSubmatch(line); m != nil {
		d, err := time.ParseDuration(m[1] + "s")
		return time.Unix(0, int64(d)), err == nil
	}
	return time.Time{}, false
}

// spread moves the times of one second to even distances within it.
func spread(times []time.Time) {
	for i := 0; i < len(times); {
		n := 1
		for i+n < len(times) && times[i+n].Equal(times[i]) {
			n++
		}
		for k := range n {
			times[i+k] = times[i+k].Add(time.Second * time.Duration(k) / time.Duration(n))
		}
		i += n
	}
}

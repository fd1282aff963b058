package poolsim

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxSweep keeps a range with a typing error in it from filling the memory.
const maxSweep = 1000

// Vary returns settings like s, one for each value that a sweep such as
// max-idle=2,4,10 or max-open=5..50:5 names.
func Vary(settings []Setting, sweep string) ([]Setting, error) {
	name, list, found := strings.Cut(sweep, "=")
	if !found {
		return nil, fmt.Errorf("sweep %q: say which setting takes which values, "+
			"as in max-idle=2,4,10 or max-open=5..50:5", sweep)
	}
	values, err := spread(list)
	if err != nil {
		return nil, fmt.Errorf("sweep %q: %w", sweep, err)
	}
	var out []Setting
	for _, s := range settings {
		for _, value := range values {
			if err := set(&s, name, value); err != nil {
				return nil, fmt.Errorf("sweep %q: %w", sweep, err)
			}
			out = append(out, s)
		}
	}
	if len(out) > maxSweep {
		return nil, fmt.Errorf("sweep %q: %d settings; at most %d are tried", sweep, len(out),
			maxSweep)
	}
	return out, nil
}

// spread returns the values of a list, with ranges spread.
func spread(list string) ([]string, error) {
	var out []string
	for _, item := range strings.Split(list, ",") {
		from, rest, isRange := strings.Cut(item, "..")
		if !isRange {
			out = append(out, item)
			continue
		}
		to, step, _ := strings.Cut(rest, ":")
		if step == "" {
			step = "1"
		}
		low, err1 := strconv.Atoi(from)
		high, err2 := strconv.Atoi(to)
		by, err3 := strconv.Atoi(step)
		if err1 != nil || err2 != nil || err3 != nil || by < 1 || high < low {
			return nil, fmt.Errorf("%q is no range such as 5..50:5", item)
		}
		for n := low; n <= high && len(out) <= maxSweep; n += by {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out, nil
}

func set(s *Setting, name, value string) error {
	counts := map[string]*int{"max-open": &s.MaxOpen, "max-idle": &s.MaxIdle}
	times := map[string]*time.Duration{"max-lifetime": &s.MaxLifetime,
		"max-idle-time": &s.MaxIdleTime}
	var err error
	if n, ok := counts[name]; ok {
		*n, err = strconv.Atoi(value)
	} else if d, ok := times[name]; ok {
		*d, err = time.ParseDuration(value)
	} else {
		return fmt.Errorf("there is no %q; the settings are max-open, max-idle, max-lifetime "+
			"and max-idle-time", name)
	}
	if err != nil {
		return fmt.Errorf("%q is no value for %s", value, name)
	}
	return nil
}

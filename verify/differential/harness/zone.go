package harness

import (
	"reflect"
	"strconv"
	"strings"
	"time"
)

var zoneType = reflect.TypeOf((*time.Location)(nil))

// zoneText returns the name of a time zone, and how far it is from UTC on one day.
func zoneText(zone *time.Location) []byte {
	if zone == nil {
		return nil
	}
	return []byte(strconv.Itoa(ahead(zone)) + " " + zone.String())
}

func ahead(zone *time.Location) int {
	_, seconds := time.Unix(1<<30, 0).In(zone).Zone()
	return seconds
}

// zoneOf returns the time zone of a text: the one of that name, if it lies there, or else one
// that is always as far from UTC.
func zoneOf(text string) (*time.Location, bool) {
	i := strings.IndexByte(text, ' ')
	if i < 0 {
		return nil, false
	}
	seconds, err := strconv.Atoi(text[:i])
	if err != nil {
		return nil, false
	}
	name := text[i+1:]
	if zone, err := time.LoadLocation(name); err == nil && ahead(zone) == seconds {
		return zone, true
	}
	return time.FixedZone(name, seconds), true
}

// Package appendtime has times as text, also those that have none.
package appendtime

import "time"

// Stamp appends behind what is there.
func Stamp(dst []byte, sec int64) []byte {
	return append(dst, time.Unix(sec, 0).UTC().Format(time.RFC3339)...)
}

// Zone has the name of its zone.
func Zone(dst []byte, sec int64, name string, offset int) []byte {
	t := time.Unix(sec, 0).In(time.FixedZone(name, offset))
	return append(dst, t.Format("2006 MST -07:00")...)
}

// Layout is the caller's.
func Layout(sec int64, layout string) int {
	return len(time.Unix(sec, 5).UTC().Format(layout))
}

// Key is looked up.
func Key(m map[string]int, sec int64) int { return m[time.Unix(sec, 0).UTC().Format("2006-01-02")] }

// Room copies what lies behind dst before it writes there.
func Room(dst []byte, sec int64) []byte {
	return append(dst, time.Unix(sec, 0).UTC().Format(string(dst[len(dst):cap(dst)]))...)
}

// Marshaled fails for years that have no text.
func Marshaled(dst []byte, sec int64) ([]byte, error) {
	text, err := time.Unix(sec, 0).UTC().MarshalText()
	return append(dst, text...), err
}

// Quoted appends JSON, and the error of a time that has none.
func Quoted(dst []byte, sec int64, offset int) ([]byte, error) {
	t := time.Unix(sec, 0).In(time.FixedZone("", offset))
	text, err := t.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return append(dst, text...), nil
}

package appendtime

import (
	"fmt"
	"time"
	"unsafe"
)

// Years have four digits.
func Stamp(dst []byte, sec int64) []byte {
	t := time.Unix(sec, 0).UTC()
	return fmt.Appendf(dst, "%04d-%02d-%02dT%02d:%02d:%02dZ", t.Year()%10000, t.Month(), t.Day(),
		t.Hour(), t.Minute(), t.Second())
}

// A zone without a name has none.
func Zone(dst []byte, sec int64, name string, offset int) []byte {
	t := time.Unix(sec, 0).In(time.FixedZone(name, offset))
	return append(t.AppendFormat(append(t.AppendFormat(dst, "2006 "), name...), " -07:00"), ""...)
}

// The layout is as long as its text.
func Layout(sec int64, layout string) int { return len(layout) }

// The layout is read while it is written over.
func Room(dst []byte, sec int64) []byte {
	layout := dst[len(dst):cap(dst)]
	return time.Unix(sec, 0).UTC().AppendFormat(dst, unsafe.String(unsafe.SliceData(layout), len(layout))+" ")
}

// There is no error.
func Marshaled(dst []byte, sec int64) ([]byte, error) {
	return time.Unix(sec, 0).UTC().AppendFormat(dst, time.RFC3339Nano), nil
}

// The error is that of another method.
func Quoted(dst []byte, sec int64, offset int) ([]byte, error) {
	t := time.Unix(sec, 0).In(time.FixedZone("", offset))
	text, err := t.AppendText(append(make([]byte, 0, 40), '"'))
	if err != nil {
		return nil, err
	}
	return append(append(dst, text...), '"'), nil
}

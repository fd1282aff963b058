package sqltext

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// value appends the literal of the argument with the given index.
func value(dst []byte, arg driver.Value, index int, opt *Options, grow bool) ([]byte, error) {
	switch v := arg.(type) {
	case nil:
		return append(dst, "NULL"...), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case uint64:
		return strconv.AppendUint(dst, v, 10), nil
	case float64:
		return number(dst, v, index)
	case bool:
		if v {
			return append(dst, '1'), nil
		}
		return append(dst, '0'), nil
	case time.Time:
		return moment(dst, v, index, opt)
	case string:
		return text(dst, v, opt, grow)
	case []byte:
		if v == nil {
			return append(dst, "NULL"...), nil
		}
		return text(append(dst, "_binary"...), v, opt, grow)
	case json.RawMessage:
		if v == nil {
			return append(dst, "NULL"...), nil
		}
		return text(dst, v, opt, grow)
	}
	return dst, &ValueError{index, fmt.Sprintf("is a %T, and a driver.Value is wanted", arg)}
}

// number appends v with an exponent, which makes it a DOUBLE for the server. The
// shortest digits that give v again are enough.
func number(dst []byte, v float64, index int) ([]byte, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return dst, &ValueError{index, fmt.Sprintf("is %v, and SQL has no literal for it", v)}
	}
	return strconv.AppendFloat(dst, v, 'e', -1, 64), nil
}

// text appends s as a string literal.
func text[T appendfmt.Text](dst []byte, s T, opt *Options, grow bool) ([]byte, error) {
	if !grow && !fits(dst, most+2*len(s)) {
		return dst, errLong
	}
	if err := opt.checkLength(len(s)); err != nil {
		return dst, err // before a copy is made
	}
	if opt.NoBackslashEscapes {
		return appendfmt.SQLStandard(dst, s), nil
	}
	return appendfmt.SQL(dst, s), nil
}

// moment appends t as a DATETIME, rounded to microseconds. At midnight the date
// is enough, and the zero time is the zero date: the driver sends them so, too.
func moment(dst []byte, t time.Time, index int, opt *Options) ([]byte, error) {
	if t.IsZero() {
		return append(dst, "'0000-00-00'"...), nil
	}
	if opt.Location != nil {
		t = t.In(opt.Location)
	} else {
		t = t.UTC()
	}
	dst = append(dst, '\'')
	start := len(dst)
	dst = appendfmt.DateTime(dst, t, appendfmt.Auto)
	text := dst[start:]
	if text[len("2006")] != '-' || string(text[:len("2006")]) == "0000" {
		return dst[:start], &ValueError{index, fmt.Sprintf("is the time %s; DATETIME has the "+
			"years 1 to 9999", string(text))} // a copy, so that dst need not be on the heap
	}
	if string(text[len("2006-01-02"):]) == " 00:00:00" {
		dst = dst[:start+len("2006-01-02")]
	}
	return append(dst, '\''), nil
}

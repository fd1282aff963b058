package sqlsample

import (
	"bytes"
	"time"
)

// attributes takes a line of "Key: value" pairs from the head of an entry. What
// has no value is followed by the next key.
func (s *slowLog) attributes(line []byte) {
	rest := bytes.TrimRight(line[1:], " \r\n")
	if bytes.HasPrefix(rest, []byte(" User@Host: ")) {
		rest = s.account(rest[len(" User@Host: "):])
	}
	var key []byte
	for {
		i := 0
		for i < len(rest) && rest[i] == ' ' {
			i++
		}
		rest = rest[i:]
		if len(rest) == 0 {
			return
		}
		n := bytes.IndexByte(rest, ' ')
		if n < 0 {
			n = len(rest)
		}
		word := rest[:n]
		rest = rest[n:]
		if word[len(word)-1] == ':' {
			key = word[:len(word)-1]
		} else if key != nil {
			s.attribute(key, word)
			key = nil
		}
	}
}

// account takes "name[name] @ host [address]" and returns what follows.
func (s *slowLog) account(rest []byte) []byte {
	n := bytes.IndexByte(rest, '[')
	if n < 0 {
		return rest
	}
	s.user = append(s.user[:0], bytes.TrimSpace(rest[:n])...)
	if end := bytes.LastIndexByte(rest, ']'); end > n {
		return rest[end+1:]
	}
	return nil
}

// attribute takes one pair. Keys that say nothing here are left out.
func (s *slowLog) attribute(key, value []byte) {
	ok := true
	e := &s.entry
	switch string(key) {
	case "Query_time":
		e.Duration, ok = seconds(value)
		s.timed = true
	case "Lock_time":
		e.Lock, ok = seconds(value)
	case "Rows_sent":
		e.RowsSent, ok = integer(value)
	case "Rows_examined":
		e.RowsExamined, ok = integer(value)
	case "Rows_affected":
		e.RowsAffected, ok = integer(value)
	case "Bytes_sent":
		e.BytesSent, ok = integer(value)
	case "Id", "Thread_id":
		var id int64
		id, ok = integer(value)
		e.Conn = uint64(id)
	case "Schema":
		s.database = append(s.database[:0], value...)
	case "Full_scan", "Full_join":
		e.NoIndex = e.NoIndex || value[0] == 'Y'
	case "Filesort":
		e.Filesort = value[0] == 'Y'
	case "Tmp_table_on_disk":
		e.TmpTable = value[0] == 'Y'
	}
	s.wrong = s.wrong || !ok
}

// seconds parses a decimal number of seconds. Servers have been seen to write
// what comes of a clock that went backwards: that is none.
func seconds(text []byte) (time.Duration, bool) {
	whole, places, i := int64(0), int64(0), 0
	for ; i < len(text) && text[i] != '.'; i++ {
		if text[i] < '0' || text[i] > '9' || whole > 1e9 {
			return 0, false
		}
		whole = whole*10 + int64(text[i]-'0')
	}
	if i == 0 || whole > 1e9 {
		return 0, false
	}
	scale := int64(time.Second)
	for i++; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		scale /= 10
		places += scale * int64(text[i]-'0')
	}
	return time.Duration(whole)*time.Second + time.Duration(places), true
}

func integer(text []byte) (int64, bool) {
	n := int64(0)
	for _, c := range text {
		if c < '0' || c > '9' || n > 1<<58 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, len(text) > 0
}

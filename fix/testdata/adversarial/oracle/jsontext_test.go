package jsontext

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "jsontext")
	texts := []string{"", "plain", `a"b`, `a\b`, "<b>", "a&b", "é", "\u2028", "\xff\xfe", "\x00", "\x7f", "a\nb"}
	for i, text := range texts {
		log.Do("Write", func() string { return fmt.Sprintln(Write(Name(text))) })
		log.Do("WriteLoud", func() string { return fmt.Sprintln(WriteLoud(Loud(text))) })
		log.Do("WriteBytes", func() string { return fmt.Sprintln(WriteBytes([]byte(text))) })
		log.Do("WriteCount", func() string { return fmt.Sprintln(WriteCount(texts[:i])) })
		log.Do("WriteLarge", func() string { return fmt.Sprintln(WriteLarge(uint64(i) << 60)) })
		log.Do("Room", func() string { return Room(i - 3) })
		for _, data := range []string{text, `"` + text + `"`, `"` + text, " \"" + text + "\" "} {
			log.Do("Read", func() string { return fmt.Sprintln(Read([]byte(data), "before")) })
			log.Do("Kept", func() string { return fmt.Sprintln(Kept([]byte(data))) })
		}
	}
	for _, data := range []string{"", "0", "-0", "1", "-1", "127", "128", "-128", "-129", "007", "1e1",
		"1.0", "null", " 5", "5 ", `"5"`, "+5", "99999999999999999999", "18446744073709551615"} {
		log.Do("ReadShort", func() string { return fmt.Sprintln(ReadShort([]byte(data))) })
		log.Do("ReadCount", func() string { return fmt.Sprintln(ReadCount([]byte(data))) })
	}
}

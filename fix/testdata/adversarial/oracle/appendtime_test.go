package appendtime

import (
	"fmt"
	"testing"
	"time"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "appendtime")
	rooms := func() [][]byte {
		long := append(make([]byte, 0, 64), "15:04 kept behind"...)
		return [][]byte{nil, {}, []byte("ab"), long[:0:5], long[:2]}
	}
	for _, sec := range []int64{0, 1700000000, -62135596800, 253402300800, -99999999999, 1 << 40} {
		for _, dst := range rooms() {
			log.Do("Stamp", func() string { return witness.Show(Stamp(dst, sec)) })
		}
		for _, dst := range rooms() {
			log.Do("Room", func() string { return witness.Show(Room(dst, sec)) })
		}
		for _, name := range []string{"", "CET", "a longer name"} {
			log.Do("Zone", func() string {
				return witness.Show(Zone(nil, sec, name, 3600)) + witness.Show(Zone([]byte("x"), sec, name, -30))
			})
		}
		for _, layout := range []string{"", "x", time.RFC1123, "Jan _2", "2006.000"} {
			log.Do("Layout", func() string { return fmt.Sprint(Layout(sec, layout)) })
		}
		log.Do("Key", func() string {
			return fmt.Sprint(Key(nil, sec), Key(map[string]int{"1970-01-01": 7, "2023-11-14": 8}, sec))
		})
		for _, offset := range []int{0, 3600, -30, 90000} {
			log.Do("Quoted", func() string {
				b, err := Quoted([]byte("q"), sec, offset)
				return witness.Show(b) + witness.Show(err)
			})
		}
		log.Do("Marshaled", func() string {
			b, err := Marshaled([]byte("m"), sec)
			return witness.Show(b) + witness.Show(err)
		})
	}
}

package reused

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

// failing fails to write after some bytes.
type failing struct {
	bytes.Buffer
	left int
}

func (f *failing) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, fmt.Errorf("full")
	}
	return f.Buffer.Write(b)
}

func TestOracle(t *testing.T) {
	log := witness.Open(t, "reused")
	var lists [][]string
	var parts [][]byte
	for _, s := range append(witness.Texts(), "((((x", "(a", "text", strings.Repeat("long", 30)) {
		texts := strings.SplitAfter(s, "t")
		log.Do("Parts", func() string {
			w := &failing{left: 30}
			lists = append(lists, Parts(w, texts))
			return witness.Show(lists) + w.String()
		})
		log.Do("Last", func() string {
			b, n := Last(texts)
			parts = append(parts, b)
			return witness.Show(parts) + fmt.Sprint(n)
		})
		log.Do("Nested", func() string {
			var w bytes.Buffer
			return fmt.Sprint(Nested(&w, s, 0)) + w.String()
		})
		log.Do("Panics", func() string {
			w := &failing{left: 10}
			return fmt.Sprint(Panics(w, s)) + w.String()
		})
		for i := range 2 {
			log.Do("Document", func() string {
				b, err := Document(texts[i:])
				parts = append(parts, b)
				Document([]int{i, i})
				return witness.Show(b) + witness.Show(parts[len(parts)-1]) + fmt.Sprint(err)
			})
			log.Do("Nothing", func() string {
				parts = append(parts, Nothing(texts), Nothing(texts[:i*len(texts)]))
				return witness.Show(parts[len(parts)-3:])
			})
			log.Do("Some", func() string {
				b, err := Some(strings.NewReader(s[:i*len(s)]))
				parts = append(parts, b)
				return witness.Show(parts[len(parts)-2:]) + fmt.Sprint(err)
			})
		}
		log.Do("Found", func() string { return Found(texts) + Found(texts[:0]) + Found([]string{"", s}) })
		log.Do("Depth", func() string { return fmt.Sprint(Depth(s), Depth("("+s+")"), Depth(s+")))")) })
		log.Do("Rows", func() string { return Rows(texts) })
		log.Do("Groups", func() string { return Groups(texts) })
		log.Do("Counted", func() string { return fmt.Sprint(Counted(append([]string{s}, texts...))) })
		for _, left := range []int{1000, 20} {
			log.Do("Headers", func() string {
				w := &failing{left: left}
				return fmt.Sprint(Headers(w, texts)) + w.String()
			})
			log.Do("Late", func() string {
				w := &failing{left: left}
				return fmt.Sprint(Late(w, texts)) + w.String()
			})
		}
		log.Do("Unpacked", func() string {
			packed, err := Packed(s)
			text, name, failed := Unpacked(packed)
			_, _, broken := Unpacked(packed[:len(packed)/2])
			_, _, none := Unpacked([]byte(s))
			return fmt.Sprint(err, text, name, failed, broken, none)
		})
		log.Do("Packed", func() string {
			b, err := Packed(s)
			return witness.Show(b) + witness.Show(err)
		})
	}
}

package scanlist

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "scanlist")
	texts := append(witness.Texts(), "", "a", "A", "ab", "Ab", "a")
	for i, s := range texts {
		for n := range 4 {
			list := texts[max(0, i-n):min(len(texts), i+2*n)]
			log.Do("Known", func() string { return fmt.Sprint(Known(list, s)) })
			log.Do("Taken", func() string { in, l := Taken(list, s); return fmt.Sprintf("%v %q", in, l) })
			log.Do("Taken", func() string { in, l := Taken(list, s+"?"); return fmt.Sprintf("%v %q", in, l) })
			log.Do("Folded", func() string { return fmt.Sprint(Folded(list, s)) })
			log.Do("Distinct", func() string { return fmt.Sprint(Distinct(list, s)) })
			log.Do("Some", func() string { return fmt.Sprint(Some(list, s)) })
			log.Do("First", func() string { in, l := First(list, s); return fmt.Sprintf("%v %q", in, l) })
		}
		log.Do("Number", func() string { return Number([]int{0, i, 5, -1}, len(s)) })
	}
	log.Do("Number", func() string { return Number(nil, 0) })
}

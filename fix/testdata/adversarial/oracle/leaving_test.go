package leaving

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "leaving")
	for _, list := range [][]string{nil, {}, {""}, {"a"}, {"a", "", "bc"}, {"", "", "x"}, witness.Texts()} {
		log.Do("Deferred", func() string { return fmt.Sprint(Deferred(list)) })
		log.Do("Seen", func() string {
			text, tell := Seen(list)
			return text + tell()
		})
		log.Do("Partial", func() string {
			out, text, err := Partial(list)
			return fmt.Sprintf("%#v %q %v", out, text, err)
		})
		log.Do("Before", func() string { return Before(list) })
		log.Do("Shared", func() string { return Shared(list) })
		log.Do("Later", func() string { return fmt.Sprintf("%#v", Later(list)) })
		log.Do("Joined", func() string { return Joined(list) })
	}
	for _, list := range [][]int{nil, {}, {0}, {1, 0, 2}, {3, 4}, {7, 5, 0}} {
		log.Do("Recovered", func() string { return fmt.Sprintf("%#v", Recovered(list)) })
		log.Do("Empty", func() string {
			out, ended := Empty(list)
			return fmt.Sprintf("%#v %v", out, ended)
		})
	}
	for _, s := range append(witness.Texts(), "", " ", "+", "++", " +a ", "++b", "c+") {
		log.Do("Half", func() string { return fmt.Sprint(Half(s)) })
	}
}

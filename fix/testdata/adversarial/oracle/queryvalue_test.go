package queryvalue

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "queryvalue")
	queries := []string{"", "&", "=", "a", "a=", "=a", "a=1", "a=1&a=2", "b=1&a=2", "a=%zz&a=3", "%61=4", "a=%", "a;b=1",
		"a=1;2&a=5", "a=1=2", "a=+x+%2B", "limit=7", "limit=+7", "limit=%37", "&&a=1&&", "A=1", "a=\x00&b=\xff",
		"limit=x&limit=5", "==", "=a&=b", "a%3D=6", "a%26b=7&a=8", "%", "%zz=1&limit=9", strings.Repeat("x=1&", 1100) + "a=9",
		strings.Repeat("x&", 12000) + "a=9", "a=" + strings.Repeat("%41", 2000)}
	for _, q := range queries {
		log.Do("First", func() string { return First(q) })
		log.Do("Empty", func() string { return Empty(q) })
		log.Do("Limit", func() string { return fmt.Sprint(Limit(q)) })
		log.Do("Changed", func() string { return fmt.Sprint(Changed(q)) })
		log.Do("Later", func() string { return Later(q) })
		log.Do("Kept", func() string { v, s := Kept(q); v.Set("z", "1"); return v.Encode() + s })
		for _, key := range []string{"", "a", "A", "b", "a=", "a;b", "x", "%61", "a&b"} {
			log.Do("Key", func() string { return fmt.Sprintf("%q", Key(q, key)) })
		}
	}
}

package harness

import (
	"fmt"
	"reflect"
	"testing"
)

// TestPrinted prints what stands for any type, made twice: an address would be another
// each time. A few verbs, as %d, print that of any pointer within something.
func TestPrinted(t *testing.T) {
	any := reflect.TypeOf((*interface{})(nil)).Elem()
	for index := 2; index < 4000; index++ {
		for _, verb := range []string{"%v", "%+v", "%s"} {
			var printed [2]string
			var held interface{}
			for i := range printed {
				s := newSource(&Registry{}, newBuilder(&Registry{}), index)
				held = s.value(any).Interface()
				printed[i] = fmt.Sprintf(verb, held)
			}
			if printed[0] != printed[1] {
				t.Fatalf("input %d, %T: %s prints %q, then %q", index, held, verb, printed[0],
					printed[1])
			}
		}
	}
}

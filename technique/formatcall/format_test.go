package formatcall

import (
	"fmt"
	"strings"
	"testing"
)

// FuzzParse wants a format that is understood to say what fmt says, when each
// operand is a number that all its verbs print.
func FuzzParse(f *testing.F) {
	f.Add("a %d b%%%v")
	f.Add("%5d")
	f.Add("%.2f%.123f")
	f.Add("%[1]d%")
	f.Fuzz(func(t *testing.T, format string) {
		list, ok := parse(format)
		if !ok {
			return
		}
		var want strings.Builder
		var operands []any
		for _, d := range list {
			switch {
			case d.verb == 0:
				want.WriteString(d.text)
				continue
			case d.prec >= 0:
				operands = append(operands, 1.5)
				fmt.Fprintf(&want, "%.*"+string(d.verb), d.prec, 1.5)
			default:
				operands = append(operands, 7)
				fmt.Fprintf(&want, "%"+string(d.verb), 7)
			}
		}
		if got := fmt.Sprintf(format, operands...); got != want.String() {
			t.Errorf("%q is %q, parsed it is %q", format, got, want.String())
		}
	})
}

package equalfold

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "equalfold")
	texts := append(witness.Texts(), "task", "TASK", "taſk", "tas\u212a", "Task ", "odd", "ODD", "Odd",
		"KIB", "\u212aib", "socks", "ſocks", "SOC\u212aS", "kiss", "https://x", "HTTPS://x",
		"http\u017f://x", "ǅ", "ǆ", "Σ", "ς", "σ")
	all := func() []string { return texts }
	witness.Cross(log, "SameLower", SameLower, all, all)
	witness.Cross(log, "SameUpper", SameUpper, all, all)
	witness.Cross(log, "Differs", Differs, all, all)
	witness.Cross(log, "Found", Found, all, all)
	witness.Cross(log, "Where", Where, all, all)
	for _, a := range texts {
		for _, b := range []string{"", a, "k", "s", "ss", "\ufffd", "\xff", "i"} {
			log.Do("SameBytes", func() string { return witness.Show(SameBytes([]byte(a), []byte(b))) })
		}
		log.Do("Unit", func() string {
			n, ok := Unit(a)
			return fmt.Sprint(n, ok)
		})
		log.Do("Scheme", func() string {
			secure, rest := Scheme(a)
			return fmt.Sprintf("%t %q", secure, rest)
		})
	}
	witness.Each(log, "IsTask", IsTask, texts...)
	witness.Each(log, "IsOdd", IsOdd, texts...)
	witness.Each(log, "Kind", Kind, texts...)
}

package linescan

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "linescan")
	long := strings.Repeat("x", 65534)
	for _, text := range append(witness.Texts(), "\n", "\r", "\r\n", "a\n\nb", "a\r\r\nb\r", "=h\na\\\nb\\",
		long+"\r\nb", long+"x\nb", long+"xx\nb", long+"xx", long+"x", "a\n"+long+"xx\nb\nc",
		"a\n"+long+long+"\nb") {
		log.Do("Numbered", func() string {
			lines, err := Numbered(text)
			return witness.Show(lines) + fmt.Sprint(err)
		})
		log.Do("Sections", func() string { return witness.Show(Sections(text)) })
		log.Do("Trimmed", func() string {
			out, n := Trimmed([]byte(text))
			return witness.Show([]any{out, n})
		})
		log.Do("Kept", func() string {
			b := []byte(text)
			return witness.Show([]any{Kept(b), b})
		})
		log.Do("Overwritten", func() string {
			b := []byte(text)
			return witness.Show([]any{Overwritten(b), b})
		})
		log.Do("Twice", func() string { return witness.Show(Twice(text)) })
		log.Do("Upper", func() string {
			b := []byte(text)
			return witness.Show([]any{Upper(b), b})
		})
	}
}

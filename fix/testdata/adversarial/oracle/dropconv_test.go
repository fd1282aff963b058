package dropconv

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "dropconv")
	for _, s := range append(witness.Texts(), "ok", "\u2003ok", "\x85ok", "a long text with an a and more than that") {
		b := []byte(s)
		for _, n := range []int{-1, 0, 1, 2, 5, 33, len(s)} {
			log.Do("Shortened", func() string { return witness.Show(Shortened(s, n)) })
			log.Do("Letter", func() string {
				r, problem := Letter(s, n)
				return fmt.Sprint(r, problem)
			})
		}
		log.Do("Capital", func() string { return witness.Show(Capital(s)) })
		log.Do("Ends", func() string { return witness.Show(Ends(s)) })
		log.Do("Own", func() string { return witness.Show(Own(s)) + s })
		log.Do("Position", func() string { return fmt.Sprint(Position(b, 'a'), Position(b, 0xfffd), Position(b, 'é')) })
		log.Do("Characters", func() string { return fmt.Sprint(Characters(b)) })
		log.Do("First", func() string { return witness.Show(First([]byte(s + "\n"))) })
		for _, b := range []string{s, "a" + s, "aab" + s + s} {
			log.Do("Unit", func() string { return fmt.Sprintln(Unit([]byte(b))) })
		}
		log.Do("Back", func() string { return Back(s) })
		log.Do("Shout", func() string { return Shout([]byte(s)) })
		log.Do("Late", func() string { return witness.Show(Late([]byte(s))) })
		log.Do("Runes", func() string { return witness.Show(Runes(s)) })
		log.Do("Trimmed", func() string { return fmt.Sprint(Trimmed(b)) })
		log.Do("Parsed", func() string {
			n, err := Parsed(b)
			return fmt.Sprint(n) + witness.Show(err)
		})
		log.Do("Fresh", func() string { return witness.Show(Fresh(s + " " + s + " known new ")) })
		log.Do("Noted", func() string {
			b, m := []byte(s), map[string]int{"": 1}
			n := Noted(b, m, func() { clear(b) })
			return fmt.Sprint(n) + witness.Show(m)
		})
		log.Do("Chosen", func() string {
			b := []byte("#" + s)
			return witness.Show(Chosen(b, map[string]string{"#a": "known"})) + witness.Show(Chosen([]byte(s), nil))
		})
		log.Do("Held.Set", func() string {
			var h Held
			h.Set(b)
			clear(b)
			return h.Text()
		})
		b = []byte(s)
		log.Do("Before", func() string {
			s, n := Before(b)
			return fmt.Sprintf("%q %d %q", s, n, b)
		})
	}
	for _, a := range [][]byte{nil, {}, []byte("a"), {0xff}} {
		for _, b := range [][]byte{nil, {}, []byte("a"), []byte("\ufffd")} {
			log.Do("Same", func() string { return fmt.Sprint(Same(a, b)) })
		}
	}
	for _, list := range [][]string{nil, {""}, {"a", "a", "b"}, {"!a", "xa"}} {
		log.Do("Keys", func() string {
			var words [][]byte
			for _, s := range list {
				words = append(words, []byte(s))
			}
			if len(words) > 1 {
				words[1] = words[0]
			}
			return witness.Show(Keys(words))
		})
	}
	for _, names := range [][]string{nil, {""}, {"a", "overwritten"}, {"-", "longer name", "-", ""},
		{"overwritten", "id", "ID", "longer name"}} {
		log.Do("Interned", func() string {
			ids, kept, last := Interned(names)
			return witness.Show([]any{ids, kept, last})
		})
	}
	for _, text := range []string{"", "a", "ab-c", "code:ab-cd", "code:code:ab-cd", "code:ab",
		"a code that is longer than any scratch space, and é", "ab-a code that is longer, and é"} {
		log.Do("Code", func() string { return fmt.Sprintln(Code([]byte(text))) })
		log.Do("ParseRequest", func() string {
			r, ok := ParseRequest([]byte(text))
			r2, ok2 := ParseRequest([]byte(" " + text + " x"))
			return fmt.Sprintf("%q %v %q %v", r, ok, r2, ok2)
		})
		log.Do("Fields", func() string {
			return fmt.Sprintf("%q %q", Fields([]byte(text)), Fields([]byte(" x ,,"+text+", "+text)))
		})
		log.Do("Halves", func() string {
			b := []byte(text)
			return fmt.Sprintf("%q %q", Halves(b), b)
		})
		for n := range 6 {
			log.Do("Window", func() string { return fmt.Sprintln(Window([]byte(text), n)) })
		}
		log.Do("Each", func() string {
			b := []byte(text)
			return fmt.Sprintf("%q", Each(b, func(string) { b[len(b)-1]++ }))
		})
		log.Do("ParseCode", func() string { return fmt.Sprintln(ParseCode(text)) })
		log.Do("Spaced", func() string { return fmt.Sprintf("%q", Spaced([]byte(text))) })
		for n := range 6 {
			log.Do("Front", func() string { return fmt.Sprintln(Front([]byte(text), 3, n)) })
		}
	}
	for _, text := range []string{"", "a", "a\n", "a\r\nb", "aaa\nbbbbbbbbbbbbbbbbbbbbb\n",
		"a line of which a part is long\r\nanother\na\nA\n", "a\na\nxa\n", "\n\n\n"} {
		log.Do("Ahead", func() string { return fmt.Sprint(Ahead(text)) })
		log.Do("Passed", func() string { return fmt.Sprint(Passed(text)) })
		log.Do("Rest", func() string {
			var out strings.Builder
			n, copied := Rest(text, &out)
			return fmt.Sprintf("%d %d %q", n, copied, out.String())
		})
		log.Do("Header.Read", func() string {
			name, err := new(Header).Read(text)
			return fmt.Sprintf("%q %v", name, err)
		})
		log.Do("Long", func() string { return fmt.Sprint(Long(text)) })
		log.Do("Through", func() string { return fmt.Sprint(Through(text)) })
		log.Do("Twice", func() string { return fmt.Sprint(Twice(text)) })
		log.Do("Lengths", func() string { return fmt.Sprintln(Lengths(text + "\n123456789012345678\r\naa\n7")) })
		log.Do("Pairs", func() string { return fmt.Sprint(Pairs(text), Pairs(text+"\n"+text)) })
		log.Do("Kept", func() string { return fmt.Sprintln(Kept(text)) })
		log.Do("Unread", func() string { return fmt.Sprint(Unread(text)) })
	}
}

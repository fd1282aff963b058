package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// kinds are functions as one finds them. %[1]d is a number that no other has.
var kinds = []string{`
func check%[1]d(s string) error {
	if len(s) < %[1]d%%7 {
		return errors.New("check%[1]d: text too short")
	}
	if strings.Contains(s, "%[1]d") {
		return fmt.Errorf("number %[1]d is not allowed")
	}
	return nil
}
`, `
func join%[1]d(names []string, n int) string {
	s := "begin%[1]d"
	for _, name := range names {
		s += name + ", " + strconv.Itoa(n)
	}
	return s
}
`, `
func line%[1]d(key, value string, n int) string {
	return fmt.Sprintf("%[1]d %%s=%%s (%%d)", key, value, n) + "\n"
}
`, `
func collect%[1]d(xs []int) []string {
	var out []string
	for _, x := range xs {
		if x%%2 == 0 {
			out = append(out, line%[1]d("a", "b", x))
		}
	}
	return out
}
`, `
func fields%[1]d(line []byte) (string, int, error) {
	parts := strings.Split(string(line), ",")
	if len(parts) != 2 {
		return "", 0, fmt.Errorf("fields%[1]d: %%d parts", len(parts))
	}
	n, err := strconv.Atoi(parts[1])
	if err != nil {
		return "", 0, err
	}
	return parts[0], n, nil
}
`, `
type record%[1]d struct {
	name string
	tags map[string]int
}

func (r *record%[1]d) count(words []string) {
	r.tags = make(map[string]int)
	for _, w := range words {
		r.tags[w]++
	}
}

func (r *record%[1]d) String() string {
	var b strings.Builder
	b.WriteString(r.name)
	for k, v := range r.tags {
		b.WriteString(k + ":" + strconv.Itoa(v))
	}
	return b.String()
}
`, `
func sorted%[1]d(m map[string]bool) []string {
	keys := []string{}
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}
`, `
func step%[1]d(a, b int) (sum int) {
	for i := a; i < b; i++ {
		switch i %% 4 {
		case 0:
			sum += i
		case 1:
			sum -= i * %[1]d
		default:
			sum ^= i
		}
	}
	if sum < 0 {
		return -sum
	}
	return sum
}
`}

// plain are functions that wring has nothing to say about. They are most of the
// text, as they are of any program's: there is a proposal for each 40 lines,
// which is still twice as many as in the modules of command vetfix.
var plain = []string{kinds[len(kinds)-1], `
func find%[1]d(table []int, want int) (int, bool) {
	low, high := 0, len(table)
	for low < high {
		mid := int(uint(low+high) >> 1)
		if table[mid] < want+%[1]d {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low, low < len(table) && table[low] == want
}
`, `
type tree%[1]d struct {
	left, right *tree%[1]d
	key         int
}

func (t *tree%[1]d) insert(key int) *tree%[1]d {
	if t == nil {
		return &tree%[1]d{key: key}
	}
	switch {
	case key < t.key:
		t.left = t.left.insert(key)
	case key > t.key:
		t.right = t.right.insert(key)
	}
	return t
}
`}

// write writes a module with one package. Another round gives another text.
func write(dir string, lines, files, round int) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	mod := "module example.com/m\n\ngo 1.25\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666); err != nil {
		return err
	}
	n := 0
	for file := range files {
		var b strings.Builder
		b.WriteString("package m\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"sort\"\n" +
			"\t\"strconv\"\n\t\"strings\"\n)\n")
		fmt.Fprintf(&b, "\nconst round%d = %d\n", file, round)
		for have := 12; have < lines/files; n++ {
			list := plain
			if n%6 == 0 {
				list = kinds
			}
			for _, kind := range list {
				text := fmt.Sprintf(kind, n)
				b.WriteString(text)
				have += strings.Count(text, "\n")
			}
		}
		name := filepath.Join(dir, fmt.Sprintf("f%d.go", file))
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

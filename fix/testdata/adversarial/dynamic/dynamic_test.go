package dynamic

import "testing"

func TestName(t *testing.T) {
	if got := (&Thing{ID: 3}).Name(); got != "thing 3" {
		t.Error(got)
	}
}

var (
	text  string
	texts []string
	fail  error
	funcs map[string]func(string) string
)

func BenchmarkThing(b *testing.B) {
	t := &Thing{ID: 1000, tags: []string{"a", "b", "c"}}
	list := []Namer{t, Other("x")}
	for b.Loop() {
		text = Named(list)
		texts = Bound(&Thing{ID: 1, tags: []string{"a", "b"}})
		text = Looked(*t)
	}
}

func BenchmarkTree(b *testing.B) {
	t := &Tree{"root", []*Tree{{"left", nil}, {"right", []*Tree{{"leaf", nil}, nil}}}}
	for b.Loop() {
		text = t.String()
		texts = Leaves(t)
		text = Even(7)
	}
}

func BenchmarkFunctions(b *testing.B) {
	words := []string{"one", "two", "three"}
	for b.Loop() {
		texts = Parallel(words)
		funcs = Handlers(words)
		for s := range Each(words) {
			text = s
		}
		fail = Check([]string{"a", "b!"})
	}
}

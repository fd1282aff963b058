package compared

import "testing"

func TestSameList(t *testing.T) {
	if SameList(nil, []string{}) || !SameList([]string{"a"}, []string{"a"}) {
		t.Error("nil or not")
	}
}

var (
	is    bool
	text  string
	count int
	sums  [][]byte
)

func BenchmarkCompared(b *testing.B) {
	list, tags := []string{"a", "b"}, map[string]int{"a": 1, "b": 2}
	configs := []config{{Name: "a", Names: list, Sizes: tags}, {Name: "b", Names: list, Sizes: tags},
		{Name: "b", Names: list, Sizes: tags}}
	data := []byte("some bytes to hash")
	for b.Loop() {
		is = SameList(list, []string{"a", "b"})
		text = SameTags(tags, tags)
		text = Itself(3)
		is = SamePair(&pair{name: "a"}, &pair{name: "b"})
		count = Changed(configs)
		is = Elements([][]byte{data}, [][]byte{data})
		sums = Sums(list)
		text = Twice("a text that is longer than thirty-two bytes")
		text = Behind(data[:4], "text")
		text = Before(data)
		text = Salted("text")
		is = Checked(data, 5)
		text = Kind("text")
	}
}

package blocks

import (
	"fmt"
	"strings"
)

// The elements of one slice move when it grows: what points to them is left behind.
func moving(all *[]item, it item) *item {
	*all = append(*all, it)
	return &(*all)[len(*all)-1]
}

// What is changed is a copy that was left behind.
func Changed(words []string) string {
	var all []item
	first := map[string]*item{}
	for i, w := range words {
		if w == "of" {
			continue
		}
		it := moving(&all, item{w, i})
		if first[w] == nil {
			first[w] = it
		}
		first[w].n += 10
	}
	var list []*item
	for i := range all {
		list = append(list, &all[i])
	}
	return shown(list)
}

// One struct is used again.
func Same(words []string) (same int) {
	var list []*item
	one := new(item)
	for _, w := range words {
		if len(w) > 1 {
			one.text = w
			list = append(list, one)
		}
	}
	for i, a := range list {
		for _, b := range list[i:] {
			if a == b {
				same++
			}
		}
	}
	return same
}

// The block is shared by all calls.
var block [64]item

func Later(words []string) (list []*item) {
	n := 0
	for i, w := range words {
		if strings.Contains(w, "o") {
			it := &block[n%len(block)]
			*it = item{w, i}
			list = append(list, it)
			n++
		}
	}
	return list
}

// The item of the word without a number is there.
func Recovered(words []string, numbers []int) (text string) {
	var list []*item
	defer func() {
		_ = recover()
		text = shown(list)
	}()
	all := make([]item, len(words))
	for i, w := range words {
		all[i].text = w
		list = append(list, &all[i])
		all[i].n = numbers[i]
	}
	return ""
}

// The item takes its place before what it counts.
func Counted(words []string) string {
	var list []*item
	all := make([]item, len(words))
	grow := func(w string) int {
		list = append(list, &item{text: "before " + w})
		return len(list)
	}
	for i, w := range words {
		if w != "" {
			list = append(list, &all[i])
			all[i] = item{w, grow(w)}
		}
	}
	return shown(list)
}

// The list goes over what is left of the one before.
func Reset(words []string) (texts []string) {
	var all []item
	from := 0
	for i, w := range words {
		if len(w) == 1 {
			texts = append(texts, listed(all[from:]))
			from = len(all) / 2
			continue
		}
		all = append(all, item{w, i})
	}
	return append(texts, listed(all[from:]))
}

func listed(all []item) string {
	text := ""
	for _, it := range all {
		text += fmt.Sprint(it.text, it.n, " ")
	}
	return text
}

package together

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "together")
	for _, xs := range [][]int{nil, {}, {0}, {1}, {1, -2, 3}, {3, 2, 1}, {1, 0}, {1, 2, -1, 4}} {
		log.Do("Chain", func() string {
			said := ""
			for n := Chain(xs); n != nil; n = n.Next {
				said += fmt.Sprint(n.Value, " ")
			}
			return said
		})
		log.Do("Nodes", func() string {
			said := ""
			for _, n := range Nodes(xs) {
				said += fmt.Sprintf("%+v ", n)
			}
			return said
		})
		log.Do("Numbers", func() string {
			list := Numbers(xs)
			said := fmt.Sprint(list == nil)
			for i, p := range list {
				*p += 10
				said += fmt.Sprint(*p, xs[i], " ")
			}
			return said
		})
		log.Do("Stopped", func() string {
			said := ""
			for _, n := range Stopped(xs) {
				said += fmt.Sprint(n.Value, n.Next != nil, " ")
			}
			return said
		})
	}
	for _, rows := range []int{-1, 0, 1, 3} {
		for _, cols := range []int{-1, 0, 1, 4} {
			log.Do("Grid", func() string {
				g := Grid(rows, cols)
				for i := range g {
					_ = append(g[i], 0xee)
				}
				return witness.Show(g)
			})
		}
	}
	for _, words := range [][]string{nil, {"a"}, {"a", "b", "a"}} {
		log.Do("Shared", func() string {
			list := Shared(words)
			if len(list) > 0 {
				*list[0] += "!"
			}
			said := ""
			for _, p := range list {
				said += *p + " "
			}
			return said
		})
	}
	for _, words := range [][]string{nil, {""}, {"a", "bc", "longer"}} {
		log.Do("Boxes", func() string { return witness.Show(Boxes(words)) })
		for i := range 3 {
			for by := range 3 {
				log.Do("First", func() string { return First(words, i, by) })
			}
		}
	}
	for _, xs := range [][]int{nil, {1}, {1, 2, -3}, {-1}} {
		log.Do("Counted", func() string { return witness.Show(Counted(make([]string, len(xs)))) })
		log.Do("Gathered", func() string { return fmt.Sprint(Gathered(xs)) })
	}
	for _, n := range []int{0, 1, 2, 4} {
		log.Do("Padded", func() string {
			rows := make([][]int, n)
			for i := range rows {
				rows[i] = make([]int, i%3)
			}
			return witness.Show(Padded(rows))
		})
		words := []string{"a", "b", "c", "d"}
		for k := range n {
			log.Do("Copied", func() string {
				return witness.Show(Copied(&Lists{words[:k], words[k:n]}))
			})
		}
		log.Do("Copied", func() string { return witness.Show(Copied(&Lists{})) })
	}
	long, none := []byte("longer"), []byte{}
	for _, lists := range [][][]byte{nil, {nil}, {none, nil}, {long, long, none, long},
		{long[:2:2], long, nil}} {
		log.Do("Cloned", func() string { return witness.Show(Cloned(lists)) })
	}
	for _, n := range []int{0, 1, 3, 5} {
		log.Do("Filled", func() string {
			dst := [][]int{{1}, {2, 2}, {3}, {}, {5, 5}, {6}}
			done := Filled(dst, dst[1:n+1])
			return witness.Show(dst) + fmt.Sprint(done)
		})
		log.Do("Filled", func() string {
			dst, src := make([][]int, 4), make([][]int, n)
			for i := range src {
				src[i] = make([]int, i+1)
			}
			done := Filled(dst, src)
			for i := range dst {
				_ = append(dst[i], 1)
			}
			return witness.Show(dst) + fmt.Sprint(done)
		})
	}
	for _, lists := range [][][]int{nil, {nil}, {{}, nil}, {{1}, {2, 3}, {}, {4}}} {
		log.Do("Doubled", func() string {
			out := Doubled(lists)
			for i := range out {
				_ = append(out[i], 99)
			}
			return witness.Show(out)
		})
	}
	for _, xs := range [][]int{nil, {1}, {-1, 2}, {3, 4, -5, 6}} {
		log.Do("Queued", func() string { return Queued(xs) })
	}
	for _, words := range [][]string{nil, {""}, {"a", "a", ""}, {"", "", "longer"}} {
		log.Do("Pairs", func() string {
			out, n := Pairs(words)
			said := fmt.Sprint(n)
			for _, p := range out {
				said += fmt.Sprint(p.Key, p.N, p.Last != nil)
				p.Key += "!"
			}
			return said + fmt.Sprint(out == nil)
		})
		log.Do("Tallied", func() string {
			tallies := Tallied(words)
			said := fmt.Sprint(len(tallies))
			for _, word := range []string{"", "a", "longer"} {
				if t := tallies[word]; t != nil {
					for i, p := range t.Places {
						p.N[1] += i
						p.Last = t.Places[0]
					}
					for _, p := range t.Places {
						said += fmt.Sprint(p.Key, p.N, p.Last.N, p == p.Last, " ")
					}
				}
			}
			return said
		})
		lists := map[string][]int{}
		for i, word := range words {
			lists[word] = []int{i, 2, i + 3, 4}[:i+1]
		}
		log.Do("Blocks", func() string {
			out := Blocks(lists)
			values := map[string][3]int{}
			for name, b := range out {
				b[0]++
				values[name] = *b
			}
			for name, b := range out {
				if values[name] != *b {
					return "shared"
				}
			}
			return witness.Show(values)
		})
		joined := strings.Join(words, "xy")
		for n := range uint8(5) {
			log.Do("Numbered", func() string {
				kept := []*[4]byte{{'o', 'l', 'd'}}
				till, err := Numbered([]byte(joined), n, &kept)
				said := fmt.Sprint(till, err)
				for i, part := range kept {
					if part == nil {
						said += " nil"
						continue
					}
					said += fmt.Sprint(" ", *part)
					part[0] += byte(i)
				}
				return said
			})
			log.Do("Rows", func() string {
				rows, kept := Rows(words)
				return witness.Show([]any{rows, kept})
			})
			log.Do("Listed", func() string {
				out := []*Pair{{Key: "first"}}
				err := Listed(words, int(n)-1+len(words)/2, &out)
				said := fmt.Sprint(err)
				for _, p := range out {
					said += fmt.Sprint(p.Key, p.N)
				}
				return said
			})
		}
	}
	for _, sizes := range [][]int{nil, {1}, {10, 2}} {
		log.Do("Described", func() string {
			h := http.Header{"X-Sizes": {"old"}}
			defer func() { log.Do("Described", func() string { return witness.Show(h) }) }()
			Described(h, "text/plain", sizes)
			for _, key := range []string{"Content-Type", "X-Sizes", "X-First"} {
				h.Add(key, "more")
			}
			return witness.Show(h)
		})
		log.Do("Described", func() string {
			Described(nil, "text/plain", sizes)
			return "not reached"
		})
	}
	for _, value := range []string{"", "value"} {
		log.Do("Repeated", func() string {
			h := http.Header{}
			first := Repeated(h, value)
			first[0] = "changed"
			h.Add("X-One", "more")
			return witness.Show([]any{first, h})
		})
	}
	for _, more := range [][]string{nil, {"Accept"}} {
		log.Do("Varied", func() string {
			room := []string{"Accept-Encoding", "", "", ""}
			h, g := http.Header{"Vary": room[:1]}, http.Header{}
			Varied(h, more...)
			Varied(g, more...)
			return witness.Show([]any{h, g, room})
		})
		log.Do("Varied", func() string {
			Varied(nil, more...)
			return "not reached"
		})
	}
	for _, n := range []int{-1, 0, 13} {
		log.Do("Queried", func() string {
			q := url.Values{"m": {"old", "older"}}
			r := Queried(q, n)
			r.Add("n", "more")
			return witness.Show([]any{q, r})
		})
	}
}

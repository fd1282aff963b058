package optionvalue

import "fmt"

// Each option begins with the first configuration.
func Configured(words []string) string {
	first := plain{name: "p"}
	p := first
	for i, w := range words {
		for _, o := range []option{named(w), part(i, len(w)), more(words[i+1:]...), summed(w),
			both(named("1"), part(0, 7)), anew(w)} {
			if i%2 == 0 || len(w) != 2 {
				p = first
				o(&p)
			}
		}
	}
	return fmt.Sprint(p.name, p.parts, p.more, len(p.sum))
}

// What an option has done before it panics is lost.
func Failing(words []string) (f failing, problem string) {
	defer func() { problem = fmt.Sprint(recover()) }()
	list := []int{1, 2, 3}
	for _, w := range words {
		f = func(f failing) failing {
			f.n++
			f.last = list[len(w)]
			return f
		}(f)
	}
	return f, problem
}

// The copy knows the one that was copied.
func Linked(words []string) (n int) {
	l := &linked{}
	l.self = l
	for _, w := range words {
		*l = func(l linked) linked {
			l.self.n += len(w)
			l.n++
			return l
		}(*l)
	}
	return l.n*100 + l.self.n
}

// The other way leads to what was before.
func Watched(words []string) (seen []int) {
	w := &watched{}
	look := func() int { return w.n }
	for i := range words {
		*w = func(c watched) watched {
			c.n += i
			seen = append(seen, look())
			return c
		}(*w)
	}
	return append(seen, w.n)
}

// A return in a loop ends the loop only.
func Scaled(words []string) string {
	apply := func(words []string) scaled {
		s := scaled{factor: 1}
		for i, w := range words {
			for i := range s.labels {
				if s.labels[i] == "" {
					s.labels[i] = w
					break
				}
			}
			s.off = s.labels[1] != ""
			if !s.off {
				s.factor *= float64(len(w)) + float64(i)/2
			}
		}
		return s
	}
	s, t := apply(words), apply(words[len(words)/2:])
	return fmt.Sprint(s.factor, s.labels, s.off, t.factor, t.labels, t.off)
}

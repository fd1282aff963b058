// Package optionvalue has functions with options, which change a configuration in ways that a
// copy of it may miss.
package optionvalue

import (
	"fmt"
	"strings"
)

type plain struct {
	name  string
	parts [3]int
	more  []string
	sum   map[string]int
}

type option func(*plain)

func named(s string) option { return func(p *plain) { p.name += s } }

func part(i, n int) option { return func(p *plain) { p.parts[i%3] += n } }

func more(list ...string) option {
	return func(p *plain) {
		if len(list) == 0 {
			return
		}
		for _, s := range list {
			if p.more = append(p.more, s); len(s) == 3 {
				return
			}
		}
	}
}

func summed(s string) option {
	return func(p *plain) {
		if p.sum == nil {
			p.sum = map[string]int{}
		}
		p.sum[s] += len(p.name)
	}
}

func both(a, b option) option {
	return func(p *plain) {
		a(p)
		p.name += "&"
		b(p)
	}
}

func anew(name string) option {
	return func(p *plain) { *p = plain{name: name, more: p.more} }
}

// Configured shows all that the options have done.
func Configured(words []string) string {
	p := plain{name: "p"}
	for i, w := range words {
		for _, o := range []option{named(w), part(i, len(w)), more(words[i+1:]...), summed(w),
			both(named("1"), part(0, 7)), anew(w)} {
			if i%2 == 0 || len(w) != 2 {
				o(&p)
			}
		}
	}
	return fmt.Sprint(p.name, p.parts, p.more, len(p.sum))
}

type failing struct{ n, last int }

type failOption func(*failing)

// Failing is seen as it is when an option panics.
func Failing(words []string) (f failing, problem string) {
	defer func() { problem = fmt.Sprint(recover()) }()
	list := []int{1, 2, 3}
	for _, w := range words {
		var o failOption = func(f *failing) {
			f.n++
			f.last = list[len(w)]
		}
		o(&f)
	}
	return f, problem
}

type linked struct {
	n    int
	self *linked
}

type linkOption func(*linked)

// Linked has a configuration that knows itself.
func Linked(words []string) (n int) {
	l := &linked{}
	l.self = l
	for _, w := range words {
		linkOption(func(l *linked) {
			l.self.n += len(w)
			l.n++
		})(l)
	}
	return l.n*100 + l.self.n
}

type watched struct{ n int }

type watchOption func(*watched)

// Watched has an option that looks at the configuration by another way.
func Watched(words []string) (seen []int) {
	w := &watched{}
	look := func() int { return w.n }
	for i := range words {
		var o watchOption = func(c *watched) {
			c.n += i
			seen = append(seen, look())
		}
		o(w)
	}
	return append(seen, w.n)
}

type limits struct {
	low, high int
	text      strings.Builder
}

type limitOption interface{ limit(*limits) }

type low int

func (n low) limit(l *limits) { l.low = int(n) }

type high int

func (n high) limit(l *limits) {
	if l.high = int(n); l.high < l.low {
		l.low, l.high = l.high, l.low
	}
	l.text.WriteString("high")
}

// Limited has a builder, which must not be copied.
func Limited(words []string) string {
	l := limits{}
	for i, w := range words {
		var o limitOption = low(len(w))
		if i%2 == 1 {
			o = high(len(w) - 1)
		}
		o.limit(&l)
	}
	return fmt.Sprint(l.low, l.high, l.text.String())
}

type scaled struct {
	factor float64
	labels [2]string
	off    bool
}

type scale interface{ apply(*scaled) }

type scaleFunc func(*scaled)

func (f scaleFunc) apply(s *scaled) { f(s) }

type label string

func (l label) apply(s *scaled) {
	for i := range s.labels {
		if s.labels[i] == "" {
			s.labels[i] = string(l)
			return
		}
	}
	s.off = true
}

func newScaled(list ...scale) *scaled {
	s := &scaled{factor: 1}
	for _, o := range list {
		o.apply(s)
	}
	return s
}

// Scaled labels what it scales, twice.
func Scaled(words []string) string {
	var list []scale
	for i, w := range words {
		list = append(list, label(w), scaleFunc(func(s *scaled) {
			if s.off {
				return
			}
			s.factor *= float64(len(w)) + float64(i)/2
		}))
	}
	s, t := newScaled(list...), newScaled(list[len(list)/2:]...)
	return fmt.Sprint(s.factor, s.labels, s.off, t.factor, t.labels, t.off)
}

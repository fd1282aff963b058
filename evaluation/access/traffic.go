package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// request is one line of a log, and the route that it is of.
type request struct {
	method, path, query, route string
	status                     int
	bytes                      int
	seconds                    float64
	at                         time.Time
	client                     string
}

// service draws the requests of a table of routes.
type service struct {
	routes []string
	weight []float64 // added up
	speed  []float64
	r      *rand.Rand
	values map[string]func(r *rand.Rand) string
	at     time.Time
}

// newService gives routes weights as they are in practice: few have most of the
// requests.
func newService(t routeTable, seed uint64) *service {
	s := &service{r: rand.New(rand.NewPCG(seed, 7)), values: values(seed),
		at: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)}
	sum := 0.0
	for _, i := range s.r.Perm(len(t.routes)) {
		s.routes = append(s.routes, t.routes[i])
		sum += 1 / math.Pow(float64(len(s.routes)), 0.8)
		s.weight = append(s.weight, sum)
		s.speed = append(s.speed, math.Exp(-5+1.2*s.r.NormFloat64()))
	}
	return s
}

// next draws a request.
func (s *service) next() request {
	x := s.r.Float64() * s.weight[len(s.weight)-1]
	i := 0
	for s.weight[i] < x {
		i++
	}
	method, pattern, _ := strings.Cut(s.routes[i], " ")
	q := request{method: method, path: s.fill(pattern), route: s.routes[i], status: 200,
		seconds: s.speed[i] * math.Exp(0.7*s.r.NormFloat64())}
	q.bytes = int(2000 * math.Exp(float64(i%5)+0.3*s.r.NormFloat64()))
	switch x := s.r.Float64(); {
	case x < 0.03:
		q.status, q.bytes = 404, 150
	case x < 0.035:
		q.status, q.bytes = 500, 90
	case x < 0.15 && method == "GET":
		q.status, q.bytes = 304, 0
	}
	if s.r.IntN(4) == 0 && method == "GET" {
		q.query = fmt.Sprintf("page=%d", s.r.IntN(50))
	}
	s.at = s.at.Add(time.Duration(s.r.ExpFloat64() * float64(2*time.Millisecond)))
	q.at = s.at
	q.client = fmt.Sprintf("10.%d.%d.%d", s.r.IntN(4), s.r.IntN(256), s.r.IntN(256))
	return q
}

// fill puts values into a pattern: what stands in braces names a kind.
func (s *service) fill(pattern string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		kind, after, _ := strings.Cut(rest, "}")
		b.WriteString(s.values[kind](s.r))
		pattern = after
	}
}

// values returns what draws a value, by kind.
func values(seed uint64) map[string]func(r *rand.Rand) string {
	pool := rand.New(rand.NewPCG(seed, 11))
	names := zipf(draw(pool, 600, name))
	slugs := zipf(draw(pool, 400, slug))
	repos := zipf(draw(pool, 300, repo))
	words := zipf(draw(pool, 45, func(r *rand.Rand) string { return syllables(r, 2) }))
	locales := zipf([]string{"en", "de", "fr", "es", "pt-BR", "ja", "zh-CN", "it"})
	hexOf := func(n int) func(r *rand.Rand) string {
		return func(r *rand.Rand) string {
			var b strings.Builder
			for range n {
				b.WriteByte("0123456789abcdef"[r.IntN(16)])
			}
			return b.String()
		}
	}
	return map[string]func(r *rand.Rand) string{
		"id": func(r *rand.Rand) string {
			return fmt.Sprint(1 + int(40000*math.Pow(r.Float64(), 2)))
		},
		"name": names, "slug": slugs, "repo": repos, "tag": words, "locale": locales,
		"sha": hexOf(40), "short": hexOf(8), "md5": hexOf(32),
		"uuid": func(r *rand.Rand) string {
			h := hexOf(32)(r)
			return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
		},
		"date":  func(r *rand.Rand) string { return day(r).Format("2006-01-02") },
		"year":  func(r *rand.Rand) string { return day(r).Format("2006") },
		"month": func(r *rand.Rand) string { return day(r).Format("01") },
		"day":   func(r *rand.Rand) string { return day(r).Format("02") },
		"token": func(r *rand.Rand) string { return chars(r, 12) },
		"cus":   func(r *rand.Rand) string { return "cus_" + chars(r, 14) },
		"issue": func(r *rand.Rand) string {
			return fmt.Sprintf("%s-%d",
				[]string{"WEB", "OPS", "API"}[r.IntN(3)], 1+r.IntN(3000))
		},
		"photo": func(r *rand.Rand) string { return fmt.Sprintf("img_%04d", r.IntN(3000)) },
	}
}

func draw(r *rand.Rand, n int, one func(r *rand.Rand) string) []string {
	var list []string
	for range n {
		list = append(list, one(r))
	}
	return list
}

// zipf draws the first of a list most often.
func zipf(list []string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		i := int(math.Exp(r.Float64()*math.Log(float64(len(list)+1)))) - 1
		return list[min(i, len(list)-1)]
	}
}

func day(r *rand.Rand) time.Time {
	return time.Date(2018, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(3000))
}

func chars(r *rand.Rand, n int) string {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

func syllables(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte("bcdfghjklmnprstvwz"[r.IntN(18)])
		b.WriteByte("aeiou"[r.IntN(5)])
		if r.IntN(2) == 0 {
			b.WriteByte("lmnrst"[r.IntN(6)])
		}
	}
	return b.String()
}

// name draws what people call themselves.
func name(r *rand.Rand) string {
	s := syllables(r, 2+r.IntN(2))
	switch r.IntN(8) {
	case 0:
		return s + fmt.Sprint(r.IntN(100))
	case 1:
		return s + "_" + syllables(r, 2)
	case 2:
		return s + "-" + syllables(r, 1)
	}
	return s
}

func repo(r *rand.Rand) string {
	s := syllables(r, 2)
	switch r.IntN(5) {
	case 0:
		return "go-" + s
	case 1:
		return s + ".js"
	case 2:
		return s + "-" + syllables(r, 2)
	}
	return s
}

func slug(r *rand.Rand) string {
	parts := draw(r, 2+r.IntN(5), func(r *rand.Rand) string { return syllables(r, 1+r.IntN(3)) })
	return strings.Join(parts, "-")
}

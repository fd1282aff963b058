package queues

// It takes from the wrong end.
func Breadth(n int) (ids []int) {
	var q []*node
	q = append(q, tree(n))
	for len(q) > 0 {
		n := q[len(q)-1]
		q = q[:len(q)-1]
		ids = append(ids, n.id)
		q = append(q, n.kids...)
	}
	return ids
}

// The loop does not see what it pushes.
func Growing(n int) (sum int) {
	l := []pair{{n % 50, 1}}
	for _, p := range l {
		sum += p.a * p.b
		if p.a > 1 {
			l = append(l, pair{p.a / 2, p.b + 1})
		}
	}
	return sum + len(l)
}

// It changes what is queued.
func Copied(n int) (out []pair) {
	var l []pair
	for i := range n % 4 {
		l = append(l, pair{i, i})
	}
	for i := range l {
		p := &l[i]
		p.a = 100
		out = append(out, *p, l[i])
	}
	return out
}

// The function counts what was there when it was made.
func Asked(n int) (int, int) {
	var l []int
	had := l
	count := func() int { return len(had) }
	before := count()
	for range n % 9 {
		l = append(l, n)
	}
	sum := 0
	for len(l) > 1 {
		sum += l[0]
		l = l[1:]
	}
	return before + count(), sum
}

// The element is read where it was.
func Seen(n int) (out []int) {
	var l []int
	for i := range n%6 + 2 {
		l = append(l, i)
	}
	l = append(l, n)
	l = l[1:]
	l = append(l, n+1)
	out = append(out, l[0], l[0], l[len(l)-1])
	for i := len(l) - 1; i >= 0; i-- {
		out = append(out, l[i])
	}
	return out
}

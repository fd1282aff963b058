package walk

// Where there is none, the slice is empty.
func Even(values []int) []int {
	out := []int{}
	return append(out, even(tree(values, 0))...)
}

// What a node has gathered is kept, and so is what its callers have.
func UnlessNegative(values []int) []int {
	return appendUnlessNegative(nil, tree(append(values, 1), 0))
}

func appendUnlessNegative(out []int, n *node) []int {
	out = append(out, n.value)
	for _, kid := range n.kids {
		if kid.value < 0 {
			return nil
		}
		out = appendUnlessNegative(out, kid)
	}
	return out
}

// The empty slice is nil.
func Never(values []int) []int {
	return appendNever(nil, tree(append(values, 1), 0))
}

func appendNever(out []int, n *node) []int {
	for _, kid := range n.kids {
		if kid.value > 100 {
			out = append(out, kid.value)
		}
		out = appendNever(out, kid)
	}
	return out
}

// The values of other branches are raised, too.
func Raised(values []int) []int {
	return appendRaised(nil, tree(append(values, 1), 0))
}

func appendRaised(out []int, n *node) []int {
	for _, kid := range n.kids {
		out = appendRaised(out, kid)
	}
	for i := range out {
		out[i]++
	}
	return append(out, n.value)
}

// Three of all are enough.
func Few(values []int) []int {
	return appendFew(nil, tree(append(values, 1), 0))
}

func appendFew(out []int, n *node) []int {
	out = append(out, n.value)
	for _, kid := range n.kids {
		if len(out) >= 3 {
			break
		}
		out = appendFew(out, kid)
	}
	return out
}

// A panic loses all that there was.
func Safely(values []int) []int {
	return appendSafely(nil, tree(append(values, 1), 0))
}

func appendSafely(out []int, n *node) []int {
	defer func() { recover() }()
	out = append(out, 100/n.value)
	for _, kid := range n.kids {
		out = appendSafely(out, kid)
	}
	return out
}

// Only the first shelf says more.
func Labels(names []string) []string {
	var list []string
	prefix, more := "-", []string{"x", "y"}
	for i := len(names) - 1; i >= 0; i, prefix, more = i-1, prefix+"/", nil {
		list = append(list, prefix+names[i])
		for _, m := range more {
			list = append(list, prefix+m)
		}
	}
	return list
}

func fillPlaces(at map[int]int, n *node, depth int) {
	for i, kid := range n.kids {
		fillPlaces(at, kid, depth*2+i)
		at[-n.value] = -depth
	}
	at[n.value] = depth
}

// What is above comes last.
func Places(values []int) map[int]int {
	at := map[int]int{}
	fillPlaces(at, tree(append(values, 1), 0), 1)
	return at
}

func fillOrder(at map[int]int, n *node) {
	for _, kid := range n.kids {
		fillOrder(at, kid)
	}
	at[n.value] = len(at)
}

// What was there before is counted, too.
func Order(values []int) map[int]int {
	at := map[int]int{}
	fillOrder(at, tree(append(values, 1), 0))
	return at
}

func fillPositive(in map[int]bool, n *node) {
	in[n.value] = n.value > 0
	for _, kid := range n.kids {
		fillPositive(in, kid)
	}
}

// What is below stays as it is.
func Positive(values []int) map[int]bool {
	in := map[int]bool{}
	fillPositive(in, tree(append(values, 1), 0))
	return in
}

func fillOdd(in map[int]bool, n *node) {
	if n.value%2 == 0 {
		return
	}
	in[n.value] = true
	for _, kid := range n.kids {
		fillOdd(in, kid)
	}
}

// It is never nil.
func Odd(values []int) (map[int]bool, bool) {
	in := map[int]bool{}
	fillOdd(in, tree(append(values, 1), 0))
	return in, in == nil
}

// What failed below is kept.
func Tolerant(values []int) ([]int, error) {
	return appendTolerant(nil, tree(append(values, 1), 0))
}

func appendTolerant(out []int, n *node) ([]int, error) {
	out = append(out, n.value)
	for _, kid := range n.kids {
		out, _ = appendTolerant(out, kid)
	}
	if n.value < 0 {
		return out, errNegative
	}
	if len(n.kids) > 0 && n.kids[0].value == 3 {
		return out, errNegative
	}
	return out, nil
}

// What the kid has that fails is returned as well.
func Partial(values []int) ([]int, error) {
	return appendPartial(nil, tree(append(values, 1), 0))
}

func appendPartial(out []int, n *node) ([]int, error) {
	out = append(out, n.value)
	for _, kid := range n.kids {
		var err error
		if out, err = appendPartial(out, kid); err != nil {
			return out, err
		}
	}
	if n.value < 0 {
		return out, errNegative
	}
	return out, nil
}

// No tree is empty.
func InOrder(values []int) []int {
	return append([]int{}, inOrder(tree(values, 0))...)
}

// What is kept is written over by what the next kid has.
func Ranked(values []int) (map[int][]int, []int) {
	ranks := map[int][]int{}
	return ranks, appendRanked(make([]int, 0, 100), tree(values, 0), ranks)
}

func appendRanked(out []int, n *node, ranks map[int][]int) []int {
	if n == nil {
		return out
	}
	for _, kid := range n.kids {
		below := appendRanked(out, kid, ranks)
		ranks[kid.value] = below
		out = below
	}
	return append(out, n.value)
}

// What has no large value is nil.
func Filled(values []int) []int {
	out := filled(tree(values, 0))
	if len(out) == 0 {
		return nil
	}
	return out
}

// What comes before the negative value is returned.
func Checked(values []int) ([]int, error) {
	n := tree(append(values, 1), 0)
	out, err := checked(n)
	if err != nil && n.value >= 0 {
		return []int{n.value}, err
	}
	return out, err
}

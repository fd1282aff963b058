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

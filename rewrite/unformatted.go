package rewrite

// formatChanges returns now, which is formatted, with what old has where gofmt
// alone makes the difference: was is old as gofmt prints it. So the lines that
// were changed are formatted, and the rest of a file that was not is left as
// its authors have it.
func formatChanges(old, was, now []byte) []byte {
	a, f, n := splitLines(old), splitLines(was), splitLines(now)
	at := aligned(editScript(a, f), len(a), len(f))
	var out []byte
	put := func(lines []string) {
		for _, line := range lines {
			out = append(out, line...)
		}
	}
	script := editScript(f, n)
	for i := 0; i < len(script); {
		s := script[i]
		if s.op != keep {
			if s.op == add {
				put(n[s.b : s.b+1])
			}
			i++
			continue
		}
		from := s.a
		for i < len(script) && script[i].op == keep {
			i++
		}
		to := script[i-1].a + 1
		first, last := from, to
		for first < to && at[first] < 0 {
			first++
		}
		for last > first && at[last] < 0 {
			last--
		}
		if at[first] < 0 {
			put(f[from:to])
			continue
		}
		put(f[from:first])
		put(a[at[first]:at[last]])
		put(f[last:to])
	}
	return out
}

// aligned returns, for each place between lines of the formatted text, the
// place in the other that it stands for; -1 within what gofmt changes.
func aligned(script []step, old, formatted int) []int {
	at := make([]int, formatted+1)
	for i := range at {
		at[i] = -1
	}
	at[0] = 0
	for i, s := range script {
		if s.op == keep {
			if i > 0 && at[s.b] < 0 {
				at[s.b] = s.a
			}
			at[s.b+1] = s.a + 1
		}
	}
	at[formatted] = old
	return at
}

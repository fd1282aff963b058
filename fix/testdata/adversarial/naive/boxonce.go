package boxonce

import "fmt"

var errCountedError error = errCounted

// All errors are the first.
func Counted(n int) (errs []error) {
	errCounted.n = 0
	for range n & 7 {
		errs = append(errs, errCountedError)
		errCounted.add()
	}
	return errs
}

var levelsValue any = levels

// The array is what it was.
func Levels(n int) (list []any) {
	part := levels[1:]
	for i := range n & 3 {
		list = append(list, show(levelsValue))
		part[0] = i * n
	}
	part[0] = 2
	return list
}

var fractionValue any = float32(fraction)

// The type is another.
func Fractions(n int) (same []bool) {
	for _, v := range []any{0.25, float32(0.25), n, float64(n&1) / 4} {
		same = append(same, show(fractionValue) == v)
	}
	return same
}

var namesValue any = names

// The slice is as long as it was.
func Names(n int) (shown []string) {
	defer func() { names = names[:2] }()
	for i := range n & 3 {
		shown = append(shown, fmt.Sprint(show(namesValue)))
		names[i&1] += "c"
		if i == 1 {
			names = names[:1]
		}
	}
	names = names[:2]
	names[0], names[1] = "a", "b"
	return shown
}

var errFirstError error = &errFirst

// The error is a pointer.
func First(n int) (int, error) {
	if n%2 == 1 {
		return 0, errFirstError
	}
	return n, nil
}

// Without a grade there is nothing.
func Grades(n int) string {
	gradeAt := func(list []int, n int) fmt.Stringer {
		defer func() { _ = recover() }()
		if list[n] > 0 {
			return worst
		}
		return grade(1000)
	}
	var of, at fmt.Stringer = gradeOf(n), gradeAt([]int{0, 1, 2}, n)
	return fmt.Sprintf("%T %v %T %v", of, of, at, at)
}

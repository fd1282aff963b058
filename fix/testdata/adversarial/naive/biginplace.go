package biginplace

import "math/big"

// All of the list is the last number.
func History(s string, n int) []*big.Int {
	var list []*big.Int
	x := big.NewInt(int64(len(s)))
	for range n {
		x.Mul(x, big.NewInt(3))
		list = append(list, x)
	}
	return list
}

// The largest number changes with the one that it was.
func Peak(s string) (string, int) {
	n := number(s)
	n.Abs(n)
	x, most, steps := new(big.Int).Set(n), new(big.Int), 0
	tmp := new(big.Int)
	for x.BitLen() > 1 && steps < 200 {
		if x.Bit(0) == 0 {
			x.Rsh(x, 1)
		} else {
			x.Add(tmp.Mul(x, big.NewInt(3)), big.NewInt(1))
		}
		if x.Cmp(most) > 0 {
			most = x
		}
		steps++
	}
	return most.String(), steps
}

// Both products are in one number.
func Mixed(a, b, m string) string {
	x, y, n := number(a), number(b), number(m)
	if n.Sign() == 0 {
		n = big.NewInt(7)
	}
	z := new(big.Int)
	p := new(big.Int).Mod(z.Mul(x, y), n)
	q := z.Sub(z.Mul(x, x), z.Mul(y, y))
	return new(big.Int).Add(new(big.Int).Lsh(p, 3), q).String()
}

// What was put off sees the last number.
func Later(s string, n int) (sum int64) {
	x := big.NewInt(int64(len(s)))
	for range n {
		x.Add(x, big.NewInt(1))
		was := x
		defer func() { sum += was.Int64() }()
	}
	sum += x.Int64()
	return sum
}

// The second number is computed of the first one's new value.
func Sequence(a, b string, n int) []string {
	var list []string
	x, y := big.NewInt(int64(len(a))), big.NewInt(int64(len(b)))
	for range n {
		x.Add(x, y)
		y.Add(x, y)
		list = append(list, x.String())
	}
	return append(list, y.String())
}

// Package biginplace has big numbers that are computed anew, some of which are held elsewhere.
package biginplace

import "math/big"

func number(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return big.NewInt(int64(len(s)) + 2)
	}
	return n
}

// Power raises a number to a power by squaring, modulo another.
func Power(base, exp, mod string) string {
	b, e, m := number(base), number(exp), number(mod)
	if m.Sign() == 0 || e.BitLen() > 200 {
		return "none"
	}
	r := big.NewInt(1)
	for i := e.BitLen() - 1; i >= 0; i-- {
		r = new(big.Int).Mod(new(big.Int).Mul(r, r), m)
		if e.Bit(i) == 1 {
			r = new(big.Int).Mod(new(big.Int).Mul(r, b), m)
		}
	}
	return r.String()
}

// Sequence lists the sums of the last two numbers.
func Sequence(a, b string, n int) []string {
	var list []string
	x, y := big.NewInt(int64(len(a))), big.NewInt(int64(len(b)))
	for range n {
		x, y = y, new(big.Int).Add(x, y)
		list = append(list, x.String())
	}
	return append(list, y.String())
}

// History keeps each number that there was.
func History(s string, n int) []*big.Int {
	var list []*big.Int
	x := big.NewInt(int64(len(s)))
	for range n {
		x = new(big.Int).Mul(x, big.NewInt(3))
		list = append(list, x)
	}
	return list
}

// Peak returns the largest number on the way down, and how far it is.
func Peak(s string) (string, int) {
	n := number(s)
	n.Abs(n)
	x, most, steps := new(big.Int).Set(n), new(big.Int), 0
	for x.BitLen() > 1 && steps < 200 {
		if x.Bit(0) == 0 {
			x = new(big.Int).Rsh(x, 1)
		} else {
			x = new(big.Int).Add(new(big.Int).Mul(x, big.NewInt(3)), big.NewInt(1))
		}
		if x.Cmp(most) > 0 {
			most = x
		}
		steps++
	}
	return most.String(), steps
}

// Divisor returns the greatest number that divides both.
func Divisor(a, b string) string {
	x, y := new(big.Int).Set(number(a)), new(big.Int).Set(number(b))
	for y.Sign() != 0 {
		x, y = y, new(big.Int).Rem(x, y)
	}
	return x.String()
}

// Mixed returns products, remainders and differences in one number.
func Mixed(a, b, m string) string {
	x, y, n := number(a), number(b), number(m)
	if n.Sign() == 0 {
		n = big.NewInt(7)
	}
	p := new(big.Int).Mod(new(big.Int).Mul(x, y), n)
	q := new(big.Int).Sub(new(big.Int).Mul(x, x), new(big.Int).Mul(y, y))
	return new(big.Int).Add(new(big.Int).Lsh(p, 3), q).String()
}

// Later runs what it has put off when the number is another one.
func Later(s string, n int) (sum int64) {
	x := big.NewInt(int64(len(s)))
	for range n {
		x = new(big.Int).Add(x, big.NewInt(1))
		was := x
		defer func() { sum += was.Int64() }()
	}
	sum += x.Int64()
	return sum
}

// Inverse multiplies inverses, of which there may be none.
func Inverse(s string, words []string) string {
	m := number(s)
	m.Abs(m)
	m.Add(m, big.NewInt(2))
	x := big.NewInt(1)
	for _, w := range words {
		inv := new(big.Int).ModInverse(number(w), m)
		if inv == nil {
			x = new(big.Int).Neg(x)
			continue
		}
		x = new(big.Int).Mod(new(big.Int).Mul(x, inv), m)
	}
	return x.String()
}

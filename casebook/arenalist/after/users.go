package after

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
	"github.com/wring-go/wring/kit/unsafetext"
)

// errRow is what Users returns for a number that is none.
var errRow = errors.New("a number in a row does not have eight bytes")

// Users decodes the rows of a result into a. They are copied there as a whole:
// the texts are parts of the copy.
func Users(a *arena.Arena, b []byte) ([]*record.User, error) {
	users := arena.For[record.User](a)
	texts, numbers := arena.For[string](a), arena.For[float64](a)
	b = unsafetext.Bytes(arena.String(a, b))
	var all []*record.User
	for len(b) > 0 {
		u := users.New()
		var v []byte
		v, b = record.Value(b)
		if len(v) != 8 {
			return nil, errRow
		}
		u.ID = int64(binary.LittleEndian.Uint64(v))
		v, b = record.Value(b)
		u.Name = unsafetext.String(v)
		v, b = record.Value(b)
		u.Email = unsafetext.String(v)
		if v, b = record.Value(b); v != nil {
			u.City = texts.Of(unsafetext.String(v))
		}
		if v, b = record.Value(b); v != nil {
			if len(v) != 8 {
				return nil, errRow
			}
			score := math.Float64frombits(binary.LittleEndian.Uint64(v))
			u.Score = numbers.Of(score)
		}
		all = arena.Append(a, all, u)
	}
	return all, nil
}

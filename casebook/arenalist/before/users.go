package before

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/wring-go/wring/casebook/arenalist/record"
)

// errRow is what Users returns for a number that is none.
var errRow = errors.New("a number in a row does not have eight bytes")

// Users decodes the rows of a result.
func Users(b []byte) ([]*record.User, error) {
	var users []*record.User
	for len(b) > 0 {
		u := &record.User{}
		var v []byte
		v, b = record.Value(b)
		if len(v) != 8 {
			return nil, errRow
		}
		u.ID = int64(binary.LittleEndian.Uint64(v))
		v, b = record.Value(b)
		u.Name = string(v)
		v, b = record.Value(b)
		u.Email = string(v)
		if v, b = record.Value(b); v != nil {
			city := string(v)
			u.City = &city
		}
		if v, b = record.Value(b); v != nil {
			if len(v) != 8 {
				return nil, errRow
			}
			score := math.Float64frombits(binary.LittleEndian.Uint64(v))
			u.Score = &score
		}
		users = append(users, u)
	}
	return users, nil
}

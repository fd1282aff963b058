package after

import (
	"strconv"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// Users decodes the rows of a result into a.
func Users(a *arena.Arena, b []byte) ([]*record.User, error) {
	var users []*record.User
	for len(b) > 0 {
		u := arena.New[record.User](a)
		var v []byte
		var err error
		v, b = record.Value(b)
		if u.ID, err = strconv.ParseInt(string(v), 10, 64); err != nil {
			return nil, err
		}
		v, b = record.Value(b)
		u.Name = arena.String(a, v)
		v, b = record.Value(b)
		u.Email = arena.String(a, v)
		if v, b = record.Value(b); v != nil {
			u.City = arena.Of(a, arena.String(a, v))
		}
		if v, b = record.Value(b); v != nil {
			score, err := strconv.ParseFloat(string(v), 64)
			if err != nil {
				return nil, err
			}
			u.Score = arena.Of(a, score)
		}
		users = arena.Append(a, users, u)
	}
	return users, nil
}

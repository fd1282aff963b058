package before

import (
	"strconv"

	"github.com/wring-go/wring/casebook/arenalist/record"
)

// Users decodes the rows of a result.
func Users(b []byte) ([]*record.User, error) {
	var users []*record.User
	for len(b) > 0 {
		u := &record.User{}
		var v []byte
		var err error
		v, b = record.Value(b)
		if u.ID, err = strconv.ParseInt(string(v), 10, 64); err != nil {
			return nil, err
		}
		v, b = record.Value(b)
		u.Name = string(v)
		v, b = record.Value(b)
		u.Email = string(v)
		if v, b = record.Value(b); v != nil {
			city := string(v)
			u.City = &city
		}
		if v, b = record.Value(b); v != nil {
			score, err := strconv.ParseFloat(string(v), 64)
			if err != nil {
				return nil, err
			}
			u.Score = &score
		}
		users = append(users, u)
	}
	return users, nil
}

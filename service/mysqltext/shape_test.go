package mysqltext

import (
	"fmt"
	"testing"
)

// TestShapeConditions finds the columns that are compared, in parentheses as well,
// but not where one of several conditions is enough.
func TestShapeConditions(t *testing.T) {
	for text, want := range map[string]string{
		"select * from t where a = 1 and b > 2":                          "[a] [b] false",
		"select * from t where (a = 1) and ((b = 2))":                    "[a b] [] false",
		"select * from t where t.gone is null and ((t.a = 1 and b > 2))": "[a gone] [b] false",
		"select * from t where a = 1 and (b = 2 or c = 3)":               "[a] [] false",
		"select * from t where ((a = 1) or (b = 2))":                     "[] [] false",
		"select * from t where a = 1 or b = 2":                           "[a] [] true",
		"select * from t where not (a = 1)":                              "[] [] false",
		"select * from t where (a in (1, 2)) and b = 3":                  "[a b] [] false",
		"select * from t where (a in (select a from u where c = 1))":     "[] [] false",
		"select * from t where (select max(a) from u) = 1":               "[] [] false",
		"select * from t where abs(a) = 1 and (lower(b) = 'x')":          "[] [] false",
		"select * from t where a like 'x%' and b = 2":                    "[b] [a] false",
		"select * from t where a like '%x' and b like ?":                 "[] [] false",
		"select * from t where ((a = 1)":                                 "[] [] false",
	} {
		s := ShapeOf([]byte(text), Options{})
		names := func(list []Column) (names []string) {
			for _, c := range list {
				names = append(names, c.Name)
			}
			return names
		}
		if got := fmt.Sprint(names(s.Equal), names(s.Range), s.Or); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

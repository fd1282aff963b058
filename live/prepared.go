package live

import "fmt"

// preparing are the functions that prepare a statement for one use, or by the
// program's own wish, and those that throw it away.
var preparing = []string{"database/sql.ctxDriverPrepare", "database/sql.(*driverStmt).Close",
	"github.com/go-sql-driver/mysql.(*mysqlConn).Prepare",
	"github.com/go-sql-driver/mysql.(*mysqlStmt).Close", "github.com/lib/pq.(*conn).prepareTo"}

// preparedOnce finds statements that are prepared, used once and thrown away.
func preparedOnce(v *seen) []Conclusion {
	is := func(s *stack) bool { return s.has(preparing...) }
	area := v.takes(is)
	sites := v.profiled(is)
	if !area.enough() || len(sites) == 0 {
		return nil
	}
	evidence := fmt.Sprintf("%s of all time of requests goes into preparing and closing "+
		"statements", v.of(area))
	if v.SQL != nil && v.SQL.Prepares >= 0 {
		if v.SQL.Prepares*2 < v.SQL.Executes {
			return nil // they are used more than twice
		}
		evidence += fmt.Sprintf("; the server counted %d prepared and %d executed", v.SQL.Prepares,
			v.SQL.Executes)
	}
	c := Conclusion{Code: PreparedOnce, Place: v.site(sites[0]), about: is,
		Text: "let the driver fill in the values (interpolateParams=true in a DSN of MySQL), or " +
			"keep the *sql.Stmt", Evidence: evidence, Command: "wring sql -for 30s",
		Routes: v.routesOf(is)}
	// A statement that is not prepared is parsed all the same.
	c.saves(area, 0.4, 1)
	return []Conclusion{c}
}

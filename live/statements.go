package live

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// sends reports whether a stack is within the call that sends one of the
// statements of a query, or reads what it answers.
func (v *seen) sends(s *stack, q *sqlsample.Query) bool {
	return s.inDatabase() && s.sentAt(q)
}

// sentAt reports whether a stack is below a line that sends one of the statements of
// a query.
func (s *stack) sentAt(q *sqlsample.Query) bool {
	return s.sent != nil && slices.ContainsFunc(q.Places, func(p sqlsample.Place) bool {
		return p.File == s.sent.File && p.Line == s.sent.Line
	})
}

// inDatabase reports whether a stack is in the code of a database, other than to
// get a connection.
func (s *stack) inDatabase() bool {
	if s.state == PoolWait || s.state == Connecting {
		return false
	}
	for _, f := range s.frames[:max(s.handler+1, 0)] {
		if isDatabase(f.Func) {
			return true
		}
	}
	return false
}

// shape returns what a statement looks like.
func (v *seen) shape(text string) mysqltext.Shape {
	opt := mysqltext.Options{}
	if v.SQL != nil && v.SQL.Report.Dialect == "postgresql" {
		opt.Dialect = mysqltext.PostgreSQL
	}
	return mysqltext.ShapeOf([]byte(text), opt)
}

// placesOf names the lines that send a query, or the query: those that were seen to,
// or else all that have its text.
func (v *seen) placesOf(q *sqlsample.Query) string {
	if len(q.Places) == 0 {
		return q.Fingerprint
	}
	var all, sending []string
	for _, p := range q.Places {
		all = append(all, sitePlace(p))
		if slices.ContainsFunc(v.stacks, func(s stack) bool {
			return s.request() && s.sent != nil && s.sent.File == p.File && s.sent.Line == p.Line
		}) {
			sending = append(sending, sitePlace(p))
		}
	}
	if len(sending) == 0 {
		sending = all
	}
	return strings.Join(sending, ", ")
}

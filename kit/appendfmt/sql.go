package appendfmt

// sqlEscapes holds, for each byte that MySQL wants escaped, what follows the
// backslash.
var sqlEscapes = table{0: '0', '\n': 'n', '\r': 'r', 0x1a: 'Z', '\'': '\'', '"': '"',
	'\\': '\\'}

// SQL appends s as a string literal of MySQL, in single quotes and with
// backslashes. It is wrong in a session with NO_BACKSLASH_ESCAPES; see
// [SQLStandard].
func SQL[T Text](dst []byte, s T) []byte {
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, &sqlEscapes)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\\', sqlEscapes[s[i]])
	}
}

// SQLStandard appends s as a string literal of standard SQL: in single quotes,
// and single quotes twice. This is the form for NO_BACKSLASH_ESCAPES; without
// it, MySQL would read backslashes in s as escapes.
func SQLStandard[T Text](dst []byte, s T) []byte { return doubled(dst, s, &quotes, '\'') }

// SQLName appends s as an identifier of MySQL: in backquotes, and backquotes
// twice. MySQL allows no zero byte in identifiers and refuses it.
func SQLName[T Text](dst []byte, s T) []byte { return doubled(dst, s, &backquotes, '`') }

// The bytes that are written twice.
var (
	quotes     = table{'\'': 1}
	backquotes = table{'`': 1}
)

// doubled appends s between quotes, with the quotes in it twice. The table has
// an entry for the quote alone.
func doubled[T Text](dst []byte, s T, special *table, quote byte) []byte {
	dst = append(dst, quote)
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, special)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, quote)
		}
		dst = append(dst, quote, quote)
	}
}

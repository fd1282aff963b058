package appendfmt

// sqlEscapes holds, for each byte that MySQL wants escaped, what follows the
// backslash.
var sqlEscapes = [256]byte{0: '0', '\n': 'n', '\r': 'r', 0x1a: 'Z', '\'': '\'', '"': '"',
	'\\': '\\'}

// SQL appends s as a string literal of MySQL, in single quotes and with
// backslashes. It is wrong in a session with NO_BACKSLASH_ESCAPES; see
// [SQLStandard].
func SQL[T Text](dst []byte, s T) []byte {
	dst = append(dst, '\'')
	start := 0
	for i := 0; i < len(s); i++ {
		escape := sqlEscapes[s[i]]
		if escape == 0 {
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = append(dst, '\\', escape)
		start = i + 1
	}
	dst = append(dst, s[start:]...)
	return append(dst, '\'')
}

// SQLStandard appends s as a string literal of standard SQL: in single quotes,
// and single quotes twice. This is the form for NO_BACKSLASH_ESCAPES; without
// it, MySQL would read backslashes in s as escapes.
func SQLStandard[T Text](dst []byte, s T) []byte { return doubled(dst, s, '\'') }

// SQLName appends s as an identifier of MySQL: in backquotes, and backquotes
// twice. MySQL allows no zero byte in identifiers and refuses it.
func SQLName[T Text](dst []byte, s T) []byte { return doubled(dst, s, '`') }

// doubled appends s between quotes, with the quotes in it twice.
func doubled[T Text](dst []byte, s T, quote byte) []byte {
	dst = append(dst, quote)
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] == quote {
			dst = append(dst, s[start:i+1]...)
			start = i // once more with what follows
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, quote)
}

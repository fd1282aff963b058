package appendfmt

// inShell are the bytes that mean nothing to a shell, wherever they stand.
var inShell = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+")

// Shell appends s as one word of a POSIX shell's command line: as it is where
// nothing in it means anything, and else in single quotes. A word cannot hold a
// zero byte, whatever the quotes. A word that begins with a minus sign is one
// word, but the command may take it for an option.
func Shell[T Text](dst []byte, s T) []byte {
	plain := len(s) > 0
	for i := 0; i < len(s) && plain; i++ {
		plain = inShell[s[i]]
	}
	if plain {
		return append(dst, s...)
	}
	dst = append(dst, '\'')
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' {
			dst = append(dst, s[start:i]...)
			dst = append(dst, `'\''`...)
			start = i + 1
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, '\'')
}

package appendfmt

// inShell has an entry for the bytes that may mean something to a shell.
var inShell = allBut("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+")

// Shell appends s as one word of a POSIX shell's command line: as it is where
// nothing in it means anything, and else in single quotes. A word cannot hold a
// zero byte, whatever the quotes. A word that begins with a minus sign is one
// word, but the command may take it for an option.
func Shell[T Text](dst []byte, s T) []byte {
	if len(s) > 0 && plain(s, 0, &inShell) == len(s) {
		return append(dst, s...)
	}
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, &quotes)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, `'\''`...)
	}
}

// Package unsafetext converts between strings and bytes without copying. The
// two conversions are unsafe in the meaning of package unsafe: the language
// promises that a string never changes, and after a conversion here it is the
// caller who has to keep that promise.
//
// Rule of use: convert a buffer that no other code holds, and never write to it
// again; convert a string only for a callee that does not keep the bytes and
// does not write to them. When in doubt write string(b) or []byte(s), which the
// compiler makes free of charge in more places than one expects: in map lookups,
// comparisons, concatenations and range loops.
//
// What is not safe:
//
//   - Writing to bytes whose string is still in use changes that string, also
//     as the key of a map, which then can never be found again.
//   - Writing to the bytes of a string constant ends the program with a fault
//     that cannot be recovered from.
//   - Appending to what [Bytes] returns is safe, because its capacity is its
//     length; it then points to other memory.
//   - Putting a buffer back into a pool while its string is in use is writing to
//     it, only later.
//   - Either value keeps all memory of the other alive: a short string of a
//     large buffer holds the buffer.
package unsafetext

import "unsafe"

// String returns a string with the memory of b. From then on b must not be
// written to. The string of no bytes is empty and holds no memory.
func String(b []byte) string {
	if len(b) == 0 {
		return "" // not a pointer into a buffer that would then stay
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Bytes returns the memory of s as bytes, with no room to append. They must not
// be written to. It returns nil for the empty string.
func Bytes(s string) []byte {
	if s == "" {
		return nil // StringData may be anything here
	}
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

// Package pathshape finds the routes of a service in the paths that were asked
// of it: which segments are variables, and which are words of the program.
package pathshape

import (
	"strings"
)

// class is what a segment looks like.
type class byte

// The classes. Those in upper case stand for values in nearly any program; of
// the others it takes many before they do.
const (
	number  class = 'N'
	uuid    class = 'U'
	hash    class = 'H'
	date    class = 'D'
	token   class = 'T'
	classAt class = 'A' // @name
	lost    class = 'W' // whatever Reduce gave up telling apart
	coded   class = 'c' // letters and digits, as in user42
	slug    class = 's' // several words
	text    class = 't' // encoded, or in mixed case
	word    class = 'w'
	version class = 'v' // v1, always a word of the program
)

// marker begins a segment that stands for all of a class. No path that is read
// from a log holds it.
const marker = '\x01'

// look is what can be seen of a segment.
type look struct {
	class class
	lead  string // what stands before a hash in the name of a file
	ext   string // of a file, with the point; its stem has the class
}

// hard reports whether a single value is enough to make it a variable.
func (c class) hard() bool { return c >= 'A' && c <= 'Z' }

func (l look) hard() bool { return l.class.hard() }

func lookAt(seg string) look {
	if i := strings.IndexByte(seg, marker); i >= 0 && i+1 < len(seg) {
		return look{class: class(seg[i+1]), lead: seg[:i], ext: seg[i+2:]}
	}
	if stem, ext, ok := cutExt(seg); ok {
		if lead, rest, ok := cutHash(stem); ok {
			return look{class: hash, lead: lead, ext: rest + ext}
		}
		return look{class: classOf(stem), ext: ext}
	}
	return look{class: classOf(seg)}
}

// cutHash finds the hash of its content in the name of a file, as in
// main.8f3a2b1c.js.
func cutHash(stem string) (lead, rest string, ok bool) {
	for i := 1; i < len(stem); i++ {
		if c := stem[i-1]; c != '.' && c != '-' && c != '_' {
			continue
		}
		end := i + strings.IndexAny(stem[i:]+".", ".-_")
		part := stem[i:end]
		if len(part) >= 8 && countKinds(part).hex == len(part) {
			return stem[:i], stem[end:], classOf(stem) != uuid && classOf(stem) != number
		}
	}
	return "", "", false
}

func classOf(s string) class {
	k := countKinds(s)
	switch {
	case len(s) > 1 && s[0] == '@':
		return classAt
	case k.digits == 0:
		return lettersOnly(s, k)
	case k.digits+k.points+k.minus == len(s) && (k.minus == 0 || k.minus == 1 && s[0] == '-'):
		return number
	case isVersion(s):
		return version
	case isUUID(s):
		return uuid
	case isDate(s):
		return date
	case len(s) >= 8 && k.hex == len(s):
		return hash
	case isToken(s, k):
		return token
	case strings.Count(s, "-")+strings.Count(s, "_") >= 3:
		return slug
	}
	return coded
}

func lettersOnly(s string, k kindCount) class {
	switch {
	case len(s) >= 16 && k.hex == len(s):
		return hash
	case isUUID(s):
		return uuid
	case k.percent > 0 || k.other > 0 || mixedCase(s):
		return text
	case k.minus+k.under >= 2:
		return slug
	}
	return word
}

// mixedCase reports whether capitals stand elsewhere than at the beginning, and
// small letters besides.
func mixedCase(s string) bool {
	k := countKinds(s[min(1, len(s)):])
	return k.upper > 0 && k.lower > 0
}

// kindCount says how many characters of each kind a text has.
type kindCount struct {
	digits, lower, upper, hex            int
	minus, under, points, percent, other int
	changes                              int // between digits and letters
}

func countKinds(s string) kindCount {
	var k kindCount
	before := byte(0)
	for i := range len(s) {
		c := s[i]
		kind := c
		switch {
		case c-'0' <= 9:
			k.digits++
			k.hex++
			kind = '0'
		case c-'a' < 26:
			k.lower++
			kind = 'a'
		case c-'A' < 26:
			k.upper++
			kind = 'a'
		case c == '-':
			k.minus++
		case c == '_':
			k.under++
		case c == '.' || c == ',':
			k.points++
		case c == '%':
			k.percent++
		case c >= 0x80 || c == ' ' || c == '+' || c == '=' || c == '~' || c == ':':
			k.other++
		}
		if c|32-'a' < 6 {
			k.hex++
		}
		if before != 0 && kind != before && (kind == '0' || before == '0') {
			k.changes++
		}
		before = kind
	}
	return k
}

// isVersion reports whether s is like v1 or v1.2.
func isVersion(s string) bool {
	if len(s) < 2 || len(s) > 8 || s[0]|32 != 'v' || s[1]-'0' > 9 {
		return false
	}
	return strings.Trim(s[1:], "0123456789.alphbet") == ""
}

// isUUID reports whether s is 8-4-4-4-12 hexadecimal digits.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if c-'0' > 9 && c|32-'a' > 5 {
			return false
		}
	}
	return true
}

// isDate reports whether s begins like 2006-01 or 02-01-2006, and goes on with
// parts of a date or a time.
func isDate(s string) bool {
	shape := make([]byte, 0, 32)
	for i := range min(len(s), 32) {
		c := s[i]
		if c-'0' <= 9 {
			c = '0'
		}
		shape = append(shape, c)
	}
	switch t := string(shape); {
	case t == "0000-00" || t == "0000-W00" || t == "0000-Q0" || t == "0000_00_00":
	case t == "00-00-0000" || t == "00.00.0000":
		return true
	case strings.HasPrefix(t, "0000-00-00"):
		if len(t) > 10 && t[10] != 'T' && t[10] != '_' && t[10] != '%' && t[10] != ' ' {
			return false // a slug that begins with a date
		}
	case strings.HasPrefix(t, "00000000T00"):
	default:
		return false
	}
	return s[:2] == "19" || s[:2] == "20"
}

// isToken reports whether s looks as if drawn by chance: alternating letters
// and digits, or mixed case, in at least one part that is long enough.
func isToken(s string, k kindCount) bool {
	if k.other > 0 || k.percent > 0 {
		return false
	}
	if i := strings.LastIndexAny(s, "_-"); i > 0 && i <= 6 && len(s)-i > 8 {
		s = s[i+1:] // after a prefix, as in cus_9s6XKzkNRiz8i3
		k = countKinds(s)
	}
	switch {
	case k.digits == 0:
		return false
	case len(s) >= 16 && k.minus+k.under <= 2 && k.changes >= 4:
		return true
	case len(s) >= 8 && k.upper > 0 && k.lower > 0 && k.changes >= 2 && k.minus+k.under <= 2:
		return true
	case len(s) >= 8 && k.minus+k.under == 0 && k.changes >= 3:
		return true
	}
	return false
}

// cutExt cuts the extension off the name of a file.
func cutExt(seg string) (stem, ext string, ok bool) {
	i := strings.LastIndexByte(seg, '.')
	if i < 1 || len(seg)-i > 12 || !isExt(strings.ToLower(seg[i+1:])) {
		return "", "", false
	}
	stem, ext = seg[:i], seg[i:]
	for _, double := range []string{".tar", ".min", ".d", ".bundle", ".chunk", ".raw", ".orig",
		".thumb", ".small", ".medium", ".large", ".preview"} {
		if rest, ok := strings.CutSuffix(stem, double); ok && rest != "" {
			return rest, double + ext, true
		}
	}
	return stem, ext, true
}

func isExt(s string) bool {
	switch s {
	case "jpg", "jpeg", "png", "gif", "svg", "webp", "avif", "ico", "bmp", "tif", "tiff", "heic",
		"css", "scss", "less", "js", "mjs", "cjs", "jsx", "ts", "tsx", "map", "wasm", "json",
		"jsonl", "ndjson", "geojson", "xml", "html", "htm", "xhtml", "txt", "md", "pdf", "csv",
		"tsv", "rtf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "epub", "zip",
		"gz", "tgz", "bz2", "xz", "zst", "tar", "rar", "7z", "jar", "mp3", "mp4", "m4a", "m4v",
		"m4s", "mov", "avi", "mkv", "webm", "ogg", "ogv", "wav", "flac", "aac", "m3u8", "mpd",
		"woff", "woff2", "ttf", "otf", "eot", "php", "asp", "aspx", "jsp", "do", "action", "cgi",
		"pl", "py", "rb", "go", "rss", "atom", "ics", "vcf", "webmanifest", "exe", "msi", "dmg",
		"apk", "ipa", "deb", "rpm", "iso", "bin", "dat", "log", "sql", "bak", "old", "env",
		"ini", "conf", "cfg", "toml", "yaml", "yml", "proto", "pb", "parquet", "glb", "obj",
		"mod", "info", "diff", "patch", "sig", "asc", "pem", "crt", "key", "swf":
		return true
	}
	return false
}

package record

import "strings"

// The functions here read a document like those of SheetXML, and allocate
// nothing: what they return is part of the document. They know rows, cells and
// values, which is what makes them fast, and step over what else there is.
//
// Each takes the place in the document where it begins and returns the place
// where it ends. Places are unsigned: it then takes one comparison to see that
// one is in the document.

// NextRow returns the number of the first row that begins at i or later, and where
// its cells begin; false if there is no row.
func NextRow(d string, i uint) (number string, end uint, ok bool) {
	at := strings.Index(d[i:], "<row")
	if at < 0 {
		return "", i, false
	}
	i += uint(at + len("<row"))
	for i < uint(len(d)) && d[i] == ' ' {
		name, value, end := attribute(d, i+1)
		if name == "r" {
			number = value
		}
		i = end
	}
	return number, after(d, i), true
}

// IsCell reports whether a cell begins at i.
func IsCell(d string, i uint) bool {
	return strings.HasPrefix(d[i:], "<c") && word(d, i+1) == i+2
}

// ReadCell reads the cell that begins at i into c, and returns whether its value
// is for Unescape, and where it ends.
func ReadCell(d string, i uint, c *Cell) (escaped bool, end uint) {
	i += uint(len("<c"))
	for i < uint(len(d)) && d[i] == ' ' {
		name, value, end := attribute(d, i+1)
		i = end
		c.Set(name, value)
	}
	if i < uint(len(d)) && d[i] == '/' {
		return false, after(d, i)
	}
	i = after(d, i)
	if strings.HasPrefix(d[i:], "<v>") {
		c.Value, escaped, i = content(d, i+uint(len("<v>")))
	}
	const stop = "</v></c>" // what is there, as good as always
	if strings.HasPrefix(d[i:], stop) {
		return escaped, i + uint(len(stop))
	}
	at := strings.Index(d[i:], "</c>")
	if at < 0 {
		return escaped, uint(len(d))
	}
	return escaped, i + uint(at+len("</c>"))
}

// content returns the text that begins at i, whether it is for Unescape, and where
// it ends.
func content(d string, i uint) (text string, escaped bool, end uint) {
	end = findEither(d, i, '<', '&')
	if end < uint(len(d)) && d[end] == '&' {
		escaped, end = true, find(d, end, '<')
	}
	return d[i:end], escaped, end
}

// after returns where d goes on behind the next '>' from i on.
func after(d string, i uint) uint {
	if i < uint(len(d)) && d[i] == '>' {
		return i + 1
	}
	return min(find(d, i, '>')+1, uint(len(d)))
}

// attribute returns the name of the attribute that begins at i, its value as it
// is, and where it ends. Where none begins, the name is empty.
func attribute(d string, i uint) (name, value string, end uint) {
	end = word(d, i)
	name, i = d[i:end], end+2
	if i > uint(len(d)) || d[end] != '=' {
		return name, "", end
	}
	quote := d[end+1]
	for end = i; end < uint(len(d)) && d[end] != quote; {
		end++ // values are too short for find
	}
	return name, d[i:end], min(end+1, uint(len(d)))
}

// Unescape appends text to dst, with its entities replaced.
func Unescape(dst []byte, text string) []byte {
	for i := uint(0); i < uint(len(text)); i++ {
		c := text[i]
		if c == '&' {
			end := find(text, i, ';')
			c = entity(text[i+1 : end])
			i = end
		}
		dst = append(dst, c)
	}
	return dst
}

func entity(name string) byte {
	switch name {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	}
	return '\''
}

package explain

import "strings"

// guesses tells an act by what the text of a line holds, in this order.
var guesses = []entry{
	{prefix: "append(", act: grow},
	{prefix: "make([]", act: newSlice},
	{prefix: "make(map[", act: newMap},
	{prefix: "make(chan", act: newChan},
	{prefix: "map[", act: newMap},
	{prefix: "string(", act: convert},
	{prefix: "[]byte(", act: convert},
	{prefix: "[]rune(", act: convert},
	{prefix: "new(", act: newObject},
	{prefix: "func(", act: newObject},
	{prefix: "&", act: newObject},
	{prefix: `" + `, act: concat},
	{prefix: ` + "`, act: concat},
	{prefix: ` += "`, act: concat},
}

// actOfText guesses the act from the text of a line. It is the last resort for
// profiles; a guess is marked as one in the note.
func actOfText(text string) act {
	for _, g := range guesses {
		if strings.Contains(text, g.prefix) {
			return g.act
		}
	}
	if _, args, ok := strings.Cut(text, "make("); ok {
		return actOfMake(args)
	}
	if storesByIndex(text) {
		return growMap
	}
	return notTold
}

// actOfMake guesses what a make of a named type makes by the text from its
// arguments on. Three of them make a slice, and of types with a size slices
// are the most common by far; a slice without one does not exist.
func actOfMake(args string) act {
	depth := 1
	for _, r := range args {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 1 {
				return newSlice
			}
		}
		if depth == 0 {
			break
		}
	}
	return newMap
}

// storesByIndex reports whether text looks like an assignment to x[i]. It takes
// memory only when x is a map.
func storesByIndex(text string) bool {
	for _, op := range []string{"] = ", "] += ", "] |= ", "]++", "]--"} {
		if strings.Contains(text, op) {
			return true
		}
	}
	return false
}

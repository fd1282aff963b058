package technique

import "go/token"

// Span is a part of a file, for what takes a node: [Remove], [Replace], [Text], [Commented].
type Span struct{ From, To token.Pos }

// Pos returns where it begins.
func (s Span) Pos() token.Pos { return s.From }

// End returns where it ends.
func (s Span) End() token.Pos { return s.To }

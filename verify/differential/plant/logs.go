package plant

const logImports = `import (
	wringlogio "io"
	wringlog "log"
)
`

const logCode = `
func wringLogger(w wringlogio.Writer, prefix string) *wringlog.Logger {
	if w == nil {
		w = wringlogio.Discard
	}
	return wringlog.New(w, prefix, 0)
}
`

const slogImports = `import (
	wringslogio "io"
	wringslog "log/slog"
)
`

// Levels differ from logger to logger, and no record has a time.
const slogCode = `
func wringSlogger(w wringslogio.Writer, level uint8) *wringslog.Logger {
	if w == nil {
		w = wringslogio.Discard
	}
	return wringslog.New(wringslog.NewTextHandler(w, &wringslog.HandlerOptions{
		Level: wringslog.Level(4*(int(level)%4) - 8),
		ReplaceAttr: func(groups []string, a wringslog.Attr) wringslog.Attr {
			if len(groups) == 0 && a.Key == wringslog.TimeKey {
				return wringslog.Attr{}
			}
			return a
		}}))
}
`

package capture

import (
	"context"

	"github.com/wring-go/wring/live"
)

// EndBooks ends what Options.Books began, and returns what was booked.
type EndBooks func(context.Context) (*live.Books, error)

// books begins to book what the process allocates, where it was started for that.
// What it returns is nil, or must be called.
func (r *run) books(ctx context.Context, pid int) (end func(context.Context)) {
	if r.opt.Books == nil || pid == 0 {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	stop, err := r.opt.Books(limited, pid)
	if err != nil {
		r.missing("exact objects per request: "+err.Error(),
			"wring run -from-start=false -labels route -- PACKAGE")
		return nil
	}
	return func(ctx context.Context) {
		books, err := stop(ctx)
		if err != nil {
			r.warn("books", "the objects could not be booked: "+err.Error())
			return
		}
		r.out.Books = books
	}
}

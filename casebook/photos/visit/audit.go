package visit

import (
	"context"

	"github.com/wring-go/wring/casebook/load/scenario"
)

// Audit looks at everything that the visits of a ledger have written and that was
// answered, whatever befell the service since. Nothing else may use the ledger
// meanwhile.
func Audit(ctx context.Context, base string, world *World, ledger *Ledger) error {
	dial, err := scenario.Dialer(scenario.Options{Base: base}, func(v *scenario.Visit) error {
		return audit(&browser{v, world, ledger, newBoard(0, nil), make(map[string]kept)})
	})
	if err != nil {
		return err
	}
	client, err := dial(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	_, err = client.Do(ctx)
	return err
}

func audit(b *browser) error {
	posts, commented := b.ledger.all(b.ledger.mark())
	for _, w := range posts {
		if err := b.post(w.id); err != nil {
			return err
		}
		if err := b.picture(w.id, w.extension, w.picture); err != nil {
			return err
		}
		if err := b.tag(w.tag); err != nil {
			return err
		}
	}
	for _, id := range commented {
		if err := b.post(id); err != nil {
			return err
		}
	}
	_, err := b.timeline()
	return err
}

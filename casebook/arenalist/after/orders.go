package after

import (
	"encoding/binary"
	"math"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// orderDecoder decodes messages. It has the memory for each type at hand.
type orderDecoder struct {
	a        *arena.Arena
	orders   *arena.Slab[record.Order]
	items    *arena.Slab[record.Item]
	itemRefs *arena.Slab[*record.Item]
	texts    *arena.Slab[string]
}

// Orders decodes messages into a.
func Orders(a *arena.Arena, b []byte) []*record.Order {
	d := orderDecoder{a, arena.For[record.Order](a), arena.For[record.Item](a),
		arena.For[*record.Item](a), arena.For[string](a)}
	var all []*record.Order
	for len(b) > 0 {
		size, n := binary.Uvarint(b)
		all = arena.Append(a, all, d.order(b[n:n+int(size)]))
		b = b[n+int(size):]
	}
	return all
}

func (d *orderDecoder) order(b []byte) *record.Order {
	o := d.orders.New()
	for len(b) > 0 {
		field := b[0] >> 1
		v, n := binary.Uvarint(b[1:])
		b = b[1+n:]
		if field == record.OrderID {
			o.ID = v
			continue
		}
		value := b[:v]
		b = b[v:]
		switch field {
		case record.OrderCustomer:
			o.Customer = arena.String(d.a, value)
		case record.OrderItem:
			o.Items = d.itemRefs.Append(o.Items, d.item(value))
		case record.OrderNote:
			o.Note = d.texts.Of(arena.String(d.a, value))
		}
	}
	return o
}

func (d *orderDecoder) item(b []byte) *record.Item {
	i := d.items.New()
	for len(b) > 0 {
		field := b[0] >> 1
		v, n := binary.Uvarint(b[1:])
		b = b[1+n:]
		switch field {
		case record.ItemCount:
			i.Count = int64(v)
			continue
		case record.ItemPrice:
			i.Price = math.Float64frombits(v)
			continue
		}
		value := b[:v]
		b = b[v:]
		switch field {
		case record.ItemArticle:
			i.Article = arena.String(d.a, value)
		case record.ItemTag:
			i.Tags = d.texts.Append(i.Tags, arena.String(d.a, value))
		}
	}
	return i
}

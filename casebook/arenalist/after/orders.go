package after

import (
	"encoding/binary"
	"math"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
	"github.com/wring-go/wring/kit/unsafetext"
)

// orderDecoder decodes messages. It has the memory for each type at hand.
type orderDecoder struct {
	orders   *arena.Slab[record.Order]
	items    *arena.Slab[record.Item]
	itemRefs *arena.Slab[*record.Item]
	texts    *arena.Slab[string]
}

// Orders decodes messages into a. They are copied there as a whole: the texts
// are parts of the copy, which lives as long as they do.
func Orders(a *arena.Arena, b []byte) []*record.Order {
	b = unsafetext.Bytes(arena.String(a, b))
	d := orderDecoder{arena.For[record.Order](a), arena.For[record.Item](a),
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
		field, v, rest := record.Field(b)
		b = rest
		if field == record.OrderID {
			o.ID = v
			continue
		}
		value := b[:v]
		b = b[v:]
		switch field {
		case record.OrderCustomer:
			o.Customer = unsafetext.String(value)
		case record.OrderItem:
			o.Items = d.itemRefs.Append(o.Items, d.item(value))
		case record.OrderNote:
			o.Note = d.texts.Of(unsafetext.String(value))
		}
	}
	return o
}

func (d *orderDecoder) item(b []byte) *record.Item {
	i := d.items.New()
	for len(b) > 0 {
		field, v, rest := record.Field(b)
		b = rest
		if field == record.ItemCount {
			i.Count = int64(v)
			continue
		}
		value := b[:v]
		b = b[v:]
		switch field {
		case record.ItemPrice:
			i.Price = math.Float64frombits(binary.LittleEndian.Uint64(value))
		case record.ItemArticle:
			i.Article = unsafetext.String(value)
		case record.ItemTag:
			i.Tags = d.texts.Append(i.Tags, unsafetext.String(value))
		}
	}
	return i
}

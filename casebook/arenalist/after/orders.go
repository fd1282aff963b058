package after

import (
	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
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
func Orders(a *arena.Arena, messages []byte) []*record.Order {
	text := arena.String(a, messages)
	d := orderDecoder{arena.For[record.Order](a), arena.For[record.Item](a),
		arena.For[*record.Item](a), arena.For[string](a)}
	var all []*record.Order
	for i := uint(0); i < uint(len(text)); {
		size, start := record.Number(text, i)
		i = start + uint(size)
		all = arena.Append(a, all, d.order(text[start:i]))
	}
	return all
}

func (d *orderDecoder) order(text string) *record.Order {
	o := d.orders.New()
	for i := uint(0); i < uint(len(text)); {
		field, v, start := record.Field(text, i)
		if i = start; field == record.OrderID {
			o.ID = v
			continue
		}
		i += uint(v)
		value := text[start:i]
		switch field {
		case record.OrderCustomer:
			o.Customer = value
		case record.OrderItem:
			o.Items = d.itemRefs.Append(o.Items, d.item(value))
		case record.OrderNote:
			o.Note = d.texts.Of(value)
		}
	}
	return o
}

func (d *orderDecoder) item(text string) *record.Item {
	item := d.items.New()
	for i := uint(0); i < uint(len(text)); {
		field, v, start := record.Field(text, i)
		if i = start; field == record.ItemCount {
			item.Count = int64(v)
			continue
		}
		i += uint(v)
		value := text[start:i]
		switch field {
		case record.ItemPrice:
			item.Price = record.Price(value)
		case record.ItemArticle:
			item.Article = value
		case record.ItemTag:
			item.Tags = d.texts.Append(item.Tags, value)
		}
	}
	return item
}

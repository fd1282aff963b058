package after

import (
	"encoding/binary"
	"math"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// Orders decodes messages into a.
func Orders(a *arena.Arena, b []byte) []*record.Order {
	var orders []*record.Order
	for len(b) > 0 {
		size, n := binary.Uvarint(b)
		orders = arena.Append(a, orders, order(a, b[n:n+int(size)]))
		b = b[n+int(size):]
	}
	return orders
}

func order(a *arena.Arena, b []byte) *record.Order {
	o := arena.New[record.Order](a)
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
			o.Customer = arena.String(a, value)
		case record.OrderItem:
			o.Items = arena.Append(a, o.Items, item(a, value))
		case record.OrderNote:
			o.Note = arena.Of(a, arena.String(a, value))
		}
	}
	return o
}

func item(a *arena.Arena, b []byte) *record.Item {
	i := arena.New[record.Item](a)
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
			i.Article = arena.String(a, value)
		case record.ItemTag:
			i.Tags = arena.Append(a, i.Tags, arena.String(a, value))
		}
	}
	return i
}

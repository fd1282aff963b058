package before

import (
	"encoding/binary"
	"math"

	"github.com/wring-go/wring/casebook/arenalist/record"
)

// Orders decodes messages.
func Orders(b []byte) []*record.Order {
	var orders []*record.Order
	for len(b) > 0 {
		size, n := binary.Uvarint(b)
		orders = append(orders, order(b[n:n+int(size)]))
		b = b[n+int(size):]
	}
	return orders
}

func order(b []byte) *record.Order {
	o := &record.Order{}
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
			o.Customer = string(value)
		case record.OrderItem:
			o.Items = append(o.Items, item(value))
		case record.OrderNote:
			note := string(value)
			o.Note = &note
		}
	}
	return o
}

func item(b []byte) *record.Item {
	i := &record.Item{}
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
			i.Article = string(value)
		case record.ItemTag:
			i.Tags = append(i.Tags, string(value))
		}
	}
	return i
}

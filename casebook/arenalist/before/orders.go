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
			i.Article = string(value)
		case record.ItemTag:
			i.Tags = append(i.Tags, string(value))
		}
	}
	return i
}

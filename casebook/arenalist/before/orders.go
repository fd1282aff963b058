package before

import (
	"strings"

	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/unsafetext"
)

// Orders decodes messages.
func Orders(messages []byte) []*record.Order {
	d := unsafetext.String(messages)
	var orders []*record.Order
	for i := uint(0); i < uint(len(d)); {
		size, start := record.Number(d, i)
		i = start + uint(size)
		orders = append(orders, order(d[start:i]))
	}
	return orders
}

func order(d string) *record.Order {
	o := &record.Order{}
	for i := uint(0); i < uint(len(d)); {
		field, v, start := record.Field(d, i)
		if i = start; field == record.OrderID {
			o.ID = v
			continue
		}
		i += uint(v)
		value := d[start:i]
		switch field {
		case record.OrderCustomer:
			o.Customer = strings.Clone(value)
		case record.OrderItem:
			o.Items = append(o.Items, item(value))
		case record.OrderNote:
			note := strings.Clone(value)
			o.Note = &note
		}
	}
	return o
}

func item(d string) *record.Item {
	item := &record.Item{}
	for i := uint(0); i < uint(len(d)); {
		field, v, start := record.Field(d, i)
		if i = start; field == record.ItemCount {
			item.Count = int64(v)
			continue
		}
		i += uint(v)
		value := d[start:i]
		switch field {
		case record.ItemPrice:
			item.Price = record.Price(value)
		case record.ItemArticle:
			item.Article = strings.Clone(value)
		case record.ItemTag:
			item.Tags = append(item.Tags, strings.Clone(value))
		}
	}
	return item
}

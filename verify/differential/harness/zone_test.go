package harness

import (
	"testing"
	"time"
)

// TestZones keeps time zones, with their offset where nothing has their name.
func TestZones(t *testing.T) {
	list := append(zones[:len(zones):len(zones)], nil, time.Local, time.FixedZone("UTC", 60))
	if zone, err := time.LoadLocation("Europe/Berlin"); err == nil {
		list = append(list, zone)
	}
	for _, zone := range list {
		s, call := recording(t, func(*time.Location) {}, zone)
		if !complete(call.Args) {
			t.Errorf("%v is not recorded", zone)
		}
		got := newSource(s.reg, newBuilder(s.reg), 2).recorded(call, s.params, false)[0]
		made := got.Interface().(*time.Location)
		if zone == nil || made == nil {
			if zone != made {
				t.Errorf("%v is made again as %v", zone, made)
			}
			continue
		}
		if made.String() != zone.String() || ahead(made) != ahead(zone) {
			t.Errorf("%v, %d s ahead, is made again as %v, %d s", zone, ahead(zone), made,
				ahead(made))
		}
	}
	for _, bad := range []string{"", "UTC", "x UTC"} {
		if zone, ok := zoneOf(bad); ok {
			t.Errorf("%q is read as %v", bad, zone)
		}
	}
}

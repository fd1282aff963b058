package procfs

import (
	"errors"
	"reflect"
	"slices"
	"strings"
)

// refNetDev is the reference of /proc/net/dev.
func refNetDev(text string) (any, error) {
	n := new(NetDev)
	lines := linesOf(text)
	for _, line := range lines[min(2, len(lines)):] {
		colon := strings.LastIndex(line, ":")
		if colon < 0 || trimmed(line[:colon]) == "" {
			return n, errReference
		}
		i := Interface{Name: trimmed(line[:colon])}
		fields := fieldsOf(line[colon+1:])
		half := min(8, len(fields))
		if len(fields) == 0 {
			return n, errReference
		}
		err := errors.Join(refNumbers(fields[:half], &i.Receive),
			refNumbers(fields[half:], &i.Transmit))
		if err != nil {
			return n, err
		}
		n.Interfaces = append(n.Interfaces, i)
	}
	return n, nil
}

// refDiskstats is the reference of /proc/diskstats.
func refDiskstats(text string) (any, error) {
	d := new(Diskstats)
	for _, line := range linesOf(text) {
		fields := fieldsOf(line)
		if len(fields) < 4 {
			return d, errReference
		}
		// The name stands between numbers, which are 17 and two.
		numbers := slices.Delete(slices.Clone(fields), 2, 3)
		if len(numbers) == 6 { // a partition of an old kernel
			n := numbers
			numbers = []string{n[0], n[1], n[2], "0", n[3], "0", n[4], "0", n[5]}
		}
		var all struct{ Major, Minor uint64 }
		disk := Disk{Name: fields[2]}
		var rest [17]uint64
		list, err := refList[uint64](numbers[2:min(19, len(numbers))], 64)
		if err := errors.Join(err, refNumbers(numbers[:2], &all)); err != nil {
			return d, err
		}
		copy(rest[:], list)
		v := reflect.ValueOf(&disk).Elem()
		for i, n := range rest {
			v.Field(i + 3).SetUint(n)
		}
		disk.Major, disk.Minor = all.Major, all.Minor
		d.Disks = append(d.Disks, disk)
	}
	return d, nil
}

package clock

// A change moves all code behind it, and where code lies costs or gains some percent of the time of
// a benchmark, in each of its runs alike. So a benchmark that differs by less than Doubtful, as a
// part of the old time, is timed again with the functions of both binaries in other orders: in
// OtherOrders at most, with InEachOrder runs of each side.
const (
	Doubtful    = 0.1
	OtherOrders = 8
	InEachOrder = 4
)

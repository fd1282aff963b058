package appendfmt

// The years that have four digits, as seconds since 1970 began.
const (
	yearZero        = -62_167_219_200
	yearTenThousand = 253_402_300_800
)

// civil returns the date of a day, 0 being the first of January of the year 0,
// for the days of ten thousand years. Package time finds the date and the clock of
// a moment in two calls, which both begin anew.
//
// The method is that of Neri and Schneider, "Euclidean affine functions and their
// application to calendar algorithms" (2023): years begin in March, so that the
// leap day is a year's last, and each division is one by a constant.
func civil(days uint32) (year, month, day int) {
	days += 400*365 + 97 - 60 // since the March before that of the year 0, 400 years earlier
	century := (4*days + 3) / 146_097
	inCentury := (4*days + 3) % 146_097 / 4

	years := uint64(2_939_745) * uint64(4*inCentury+3)
	inYear := uint32(years) / 2_939_745 / 4

	months := 2141*inYear + 197_913
	year = int(100*century+uint32(years>>32)) - 400
	month, day = int(months>>16), int(months&0xffff/2141)+1
	if inYear >= 306 { // January or February
		year++
		month -= 12
	}
	return year, month, day
}

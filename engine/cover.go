package engine

// shape is a table of 28 overlapping places: which two cards cover each place,
// and in which row it lies.
type shape struct {
	// cover holds, per place, the set of the places that lie on it.
	cover [maxPlaces]placeSet
	// row holds, per place, its row, counted from 1 at the top.
	row [maxPlaces]uint8
	// rows holds, per row counted from 1, its places.
	rows [8]placeSet
	// faceDown tells that a covered place lies face down.
	faceDown bool
}

// placeSet is a set of places, bit i for place i counted from zero.
type placeSet uint32

const allPlaces placeSet = 1<<maxPlaces - 1

func placeBit(i int) placeSet { return 1 << i }

// pyramidShape has seven rows of 1 to 7 places; place c of a row is covered by
// the places c and c+1 of the next one.
var pyramidShape = func() shape {
	var s shape
	first := 0
	for row := 1; row <= 7; row++ {
		for c := range row {
			next := first + row + c
			s.lay(first+c, row, next, next+1)
		}
		first += row
	}
	return s
}()

// peaksShape has three peaks in rows of 3, 6, 9 and 10 places. The feet of
// neighbouring peaks share a place of the base and nothing above it.
var peaksShape = func() shape {
	s := shape{faceDown: true}
	for peak := range 3 {
		left := 3 + 2*peak
		s.lay(peak, 1, left, left+1)
		for side := range 2 {
			below := 9 + 3*peak + side
			s.lay(left+side, 2, below, below+1)
		}
	}
	for m := range 9 {
		s.lay(9+m, 3, 18+m, 19+m)
	}
	for base := 18; base < maxPlaces; base++ {
		s.lay(base, 4, maxPlaces, maxPlaces)
	}
	return s
}()

// lay puts a place into its row, under the two places that cover it; covers
// beyond the last place are none.
func (s *shape) lay(place, row, left, right int) {
	s.row[place] = uint8(row)
	s.rows[row] |= placeBit(place)
	s.cover[place] = (placeBit(left) | placeBit(right)) & allPlaces
}

// covered reports whether a card lies on the place.
func (s *shape) covered(place int, present placeSet) bool {
	return s.cover[place]&present != 0
}

// Covers returns the places that lie on a place of the game's table, two or
// none; both are NoPile for a game without places and at the bottom row.
func (v Variant) Covers(place PileID) [2]PileID {
	var covers [2]PileID
	o := v.Defaults()
	r := o.rules()
	if r.places == nil || place.Kind() != KindPlace {
		return covers
	}
	n := 0
	for i := range maxPlaces {
		if r.places.cover[place.Index()]&placeBit(i) != 0 {
			covers[n] = Place(i + 1)
			n++
		}
	}
	return covers
}

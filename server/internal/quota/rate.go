package quota

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Rate is how often a caller may do something; its zero value is as often as it likes.
type Rate struct {
	// PerSecond is how often in the long run, Burst how often at once after a pause.
	PerSecond float64
	Burst     int
}

// The rates that make sense: one in a day at least, and no more than a process could serve.
const (
	leastPerSecond = 1.0 / 86400
	mostPerSecond  = 1e6
	mostBurst      = 1e6
)

// Limited reports whether there is a limit.
func (r Rate) Limited() bool { return r != Rate{} }

// String writes a rate as Set reads it.
func (r *Rate) String() string {
	if !r.Limited() {
		return ""
	}
	return strconv.FormatFloat(r.PerSecond, 'g', -1, 64) + ":" + strconv.Itoa(r.Burst)
}

// Set reads a rate, times a second and at once: "20:40". Without the second number it is what a second brings, 1 at
// least. The empty text is no limit.
func (r *Rate) Set(text string) error {
	if text == "" {
		*r = Rate{}
		return nil
	}
	often, burst, both := strings.Cut(text, ":")
	perSecond, err := strconv.ParseFloat(often, 64)
	if err != nil || !(perSecond >= leastPerSecond && perSecond <= mostPerSecond) {
		return fmt.Errorf("wanted times a second, from %.6f to %.0f, and behind a colon how many at once: 20:40", leastPerSecond, mostPerSecond)
	}
	most := max(1, int(perSecond))
	if both {
		if most, err = strconv.Atoi(burst); err != nil || most < 1 || most > mostBurst {
			return fmt.Errorf("wanted behind the colon how many at once, from 1 to %.0f", mostBurst)
		}
	}
	*r = Rate{perSecond, most}
	return nil
}

// window is how long it takes until a caller that has used up all may use all again.
func (r Rate) window() time.Duration { return r.lasting(float64(r.Burst)) }

// lasting is how long it takes until so much has come together.
func (r Rate) lasting(times float64) time.Duration {
	return time.Duration(math.Ceil(times / r.PerSecond * float64(time.Second)))
}

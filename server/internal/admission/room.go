package admission

import "sync/atomic"

// Small is the size in bytes up to which requests and answers need neither a Room nor a Lane: those of cheap calls,
// which the number of calls bounds well enough.
const Small = 4 << 10

// Room bounds how many bytes of long requests, or of long answers, are held at a time. It is safe for concurrent use.
type Room struct {
	most int64
	held atomic.Int64
}

// NewRoom makes room for so many bytes.
func NewRoom(most int) *Room { return &Room{most: int64(most)} }

// Take takes room and reports whether there was enough. Whoever got some must Give it back.
func (r *Room) Take(bytes int) bool {
	if r.held.Add(int64(bytes)) > r.most {
		r.held.Add(-int64(bytes))
		return false
	}
	return true
}

// Hold takes room even where there is not enough, for what is there already.
func (r *Room) Hold(bytes int) { r.held.Add(int64(bytes)) }

// Give gives room back.
func (r *Room) Give(bytes int) { r.held.Add(-int64(bytes)) }

// Full reports whether there is no room left.
func (r *Room) Full() bool { return r.held.Load() >= r.most }

// Held gives how many bytes are held.
func (r *Room) Held() int { return int(r.held.Load()) }

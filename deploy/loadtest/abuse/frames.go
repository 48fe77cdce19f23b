//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// peer is an HTTP/2 connection that keeps no rule.
type peer struct {
	*http2.Framer
	conn net.Conn
	next uint32
	// end closes the connection, heard is closed when the server has.
	end   func()
	heard chan struct{}
	// writing guards the framer where pings and settings are answered.
	writing sync.Mutex
}

// greeting is how a client begins.
func greeting() []byte {
	var text bytes.Buffer
	text.WriteString(http2.ClientPreface)
	_ = http2.NewFramer(&text, nil).WriteSettings()
	return text.Bytes()
}

// peer opens a connection and counts how the server ends it, or the streams on it.
func (t *target) peer(ctx context.Context, settings ...http2.Setting) *peer {
	conn, end, err := open(ctx, t.grpc)
	if err != nil {
		t.failed(ctx, err)
		return nil
	}
	p := &peer{Framer: http2.NewFramer(conn, conn), conn: conn, next: 1, end: end, heard: make(chan struct{})}
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil || p.WriteSettings(settings...) != nil {
		t.failed(ctx, errors.Join(err, io.EOF))
		end()
		return nil
	}
	go func() {
		defer close(p.heard)
		t.answers.add(p.listen(ctx, t.answers))
	}()
	return p
}

// listen reads what the server sends until it ends the connection, and tells how it did.
func (p *peer) listen(ctx context.Context, answers *answers) string {
	decoder := hpack.NewDecoder(4096, nil)
	for {
		frame, err := p.ReadFrame()
		switch frame := frame.(type) {
		case nil:
			if ctx.Err() != nil {
				return "held until the attack ended"
			}
			return brief(err)
		case *http2.GoAwayFrame:
			return "GOAWAY " + frame.ErrCode.String()
		case *http2.RSTStreamFrame:
			answers.add("RST_STREAM " + frame.ErrCode.String())
		case *http2.HeadersFrame:
			fields, _ := decoder.DecodeFull(frame.HeaderBlockFragment())
			answers.add(statusOf(fields))
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				p.writing.Lock()
				_ = p.WriteSettingsAck()
				p.writing.Unlock()
			}
		}
	}
}

// statusOf tells the status in the headers of an answer.
func statusOf(fields []hpack.HeaderField) string {
	for _, name := range []string{"grpc-status", ":status"} {
		for _, f := range fields {
			if f.Name == name {
				return strings.TrimPrefix(name, ":") + " " + f.Value
			}
		}
	}
	return "headers"
}

// fields are the headers of a call.
func fields(method string, more ...hpack.HeaderField) []byte {
	var block bytes.Buffer
	e := hpack.NewEncoder(&block)
	// Nothing is left to a table that a peer would have to share.
	e.SetMaxDynamicTableSize(0)
	for _, f := range append([]hpack.HeaderField{
		{Name: ":method", Value: "POST"},
		{Name: ":scheme", Value: "http"},
		{Name: ":path", Value: method},
		{Name: ":authority", Value: "talon"},
		{Name: "content-type", Value: "application/grpc"},
		{Name: "te", Value: "trailers"},
	}, more...) {
		_ = e.WriteField(f)
	}
	return block.Bytes()
}

// begin opens a stream.
func (p *peer) begin(block []byte, complete bool) (id uint32, err error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	id = p.next
	p.next += 2
	return id, p.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block, EndHeaders: complete})
}

// framed puts the prefix of gRPC before a message, which says how long it is.
func framed(message []byte, length int, compressed byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{compressed}, uint32(length)), message...)
}

const (
	applyMethod  = "/solitaire.v1.RulesService/ApplyMoves"
	replayMethod = "/solitaire.v1.RulesService/ReplayGame"
)

func frameAttacks() []attack {
	fair := []string{"GOAWAY ENHANCE_YOUR_CALM", "GOAWAY PROTOCOL_ERROR", "GOAWAY NO_ERROR", "GOAWAY COMPRESSION_ERROR", "GOAWAY FRAME_SIZE_ERROR", "held", "RST_STREAM", "EOF", "use of closed", "no connection", "connection reset", "broken pipe", "grpc-status 1", "grpc-status 4", "grpc-status 8", "grpc-status 3", "status 431"}
	// flood has connections do the same again and again until the server has enough.
	flood := func(name, about string, send func(p *peer) error) attack {
		return attack{name, about, fair, func(ctx context.Context, t *target) {
			crowd(ctx, 16, func(ctx context.Context, _ int) {
				p := t.peer(ctx)
				if p == nil {
					return
				}
				for ctx.Err() == nil && send(p) == nil {
				}
				p.end()
				<-p.heard
			})
		}}
	}
	locked := func(send func(p *peer) error) func(p *peer) error {
		return func(p *peer) error {
			p.writing.Lock()
			defer p.writing.Unlock()
			return send(p)
		}
	}
	apply, long := fields(applyMethod), fields(applyMethod, hpack.HeaderField{Name: "x-long", Value: strings.Repeat("x", 100000)})
	many := make([]hpack.HeaderField, 20000)
	for i := range many {
		many[i] = hpack.HeaderField{Name: fmt.Sprintf("x-%d", i), Value: "1"}
	}
	crowded := fields(applyMethod, many...)
	blank := make([]byte, 16000)
	return []attack{
		flood("ping-flood", "16 connections that ping without end", locked(func(p *peer) error { return p.WritePing(false, [8]byte{}) })),
		flood("settings-flood", "16 connections that send settings without end",
			locked(func(p *peer) error {
				return p.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 65535})
			})),
		flood("priority-flood", "16 connections that send priorities and window updates without end",
			locked(func(p *peer) error {
				return errors.Join(p.WritePriority(1, http2.PriorityParam{Weight: 1}), p.WriteWindowUpdate(0, 1))
			})),
		flood("rapid-reset", "16 connections that open calls and reset them at once", func(p *peer) error {
			id, err := p.begin(apply, true)
			p.writing.Lock()
			defer p.writing.Unlock()
			return errors.Join(err, p.WriteRSTStream(id, http2.ErrCodeCancel))
		}),
		flood("continuation-flood", "16 connections that send headers without end", func(p *peer) error {
			id, err := p.begin(apply, false)
			for err == nil {
				p.writing.Lock()
				err = p.WriteContinuation(id, false, blank)
				p.writing.Unlock()
			}
			return err
		}),
		flood("grpc-long-header", "16 connections that send headers of 100 KB", func(p *peer) error { return p.split(long) }),
		flood("grpc-many-headers", "16 connections that send 20,000 headers a call", func(p *peer) error { return p.split(crowded) }),
		flood("empty-frames", "16 connections that send empty frames of a body without end", func(p *peer) error {
			id, err := p.begin(apply, true)
			for err == nil {
				p.writing.Lock()
				err = p.WriteData(id, false, nil)
				p.writing.Unlock()
			}
			return err
		}),
		flood("small-frames", "16 connections that send a body in frames of a byte", func(p *peer) error {
			id, err := p.begin(apply, true)
			text := framed(nil, most, 0)
			for i := 0; err == nil && i < 60000; i++ {
				p.writing.Lock()
				err = p.WriteData(id, false, text[i%len(text):i%len(text)+1])
				p.writing.Unlock()
				if i == len(text) {
					text = []byte{0}
				}
			}
			return err
		}),
	}
}

// split sends headers that take more than a frame, as the protocol has it.
func (p *peer) split(block []byte) error {
	const frame = 16000
	id, err := p.begin(block[:frame], false)
	p.writing.Lock()
	defer p.writing.Unlock()
	for block = block[frame:]; err == nil && len(block) > 0; block = block[min(frame, len(block)):] {
		err = p.WriteContinuation(id, len(block) <= frame, block[:min(frame, len(block))])
	}
	return err
}

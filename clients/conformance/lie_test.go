package main

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// kept is a client that asks each question once.
type kept struct {
	client
	mutex   sync.Mutex
	answers map[string]keptAnswer
}

type keptAnswer struct {
	answer proto.Message
	err    error
}

func (k *kept) call(ctx context.Context, request, answer proto.Message) error {
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	if err != nil {
		return err
	}
	question := methodOf(request) + string(body)
	k.mutex.Lock()
	known, found := k.answers[question]
	k.mutex.Unlock()
	if !found {
		fresh := answer.ProtoReflect().New().Interface()
		err := k.client.call(ctx, request, fresh)
		known = keptAnswer{fresh, err}
		k.mutex.Lock()
		k.answers[question] = known
		k.mutex.Unlock()
	}
	proto.Merge(answer, known.answer)
	if f := failureOf(known.err); f != nil {
		own := *f
		own.violations = slices.Clone(f.violations)
		own.refusal = proto.CloneOf(f.refusal)
		return &own
	}
	return known.err
}

// lie is a way to say something else in a field.
type lie struct {
	name string
	tell func(in protoreflect.Message, field protoreflect.FieldDescriptor)
}

var lies = []lie{
	{"deleted", func(in protoreflect.Message, field protoreflect.FieldDescriptor) { in.Clear(field) }},
	{"falsified", falsify},
}

// falsify changes a field to what it never is.
func falsify(in protoreflect.Message, field protoreflect.FieldDescriptor) {
	value := in.Get(field)
	switch {
	case field.IsMap():
		entries := in.Mutable(field).Map()
		entries.Set(protoreflect.ValueOfString("lie").MapKey(), protoreflect.ValueOfString("1"))
	case field.IsList():
		list := in.Mutable(field).List()
		if field.Message() != nil {
			list.AppendMutable()
		} else {
			list.Append(protoreflect.ValueOfString("lie"))
		}
	case field.Message() != nil:
		if !in.Has(field) {
			in.Mutable(field)
		}
	case field.Kind() == protoreflect.BoolKind:
		in.Set(field, protoreflect.ValueOfBool(!value.Bool()))
	case field.Kind() == protoreflect.EnumKind:
		in.Set(field, protoreflect.ValueOfEnum(value.Enum()+1))
	case field.Kind() == protoreflect.StringKind:
		in.Set(field, protoreflect.ValueOfString(value.String()+"lie"))
	case field.Kind() == protoreflect.Uint32Kind:
		in.Set(field, protoreflect.ValueOfUint32(uint32(value.Uint())+1))
	case field.Kind() == protoreflect.Int32Kind:
		in.Set(field, protoreflect.ValueOfInt32(int32(value.Int())+1))
	default:
		panic("no lie for " + string(field.FullName()))
	}
}

// tellIn tells a lie wherever a path leads in a message.
func (l lie) tellIn(in protoreflect.Message, path []string) {
	field := in.Descriptor().Fields().ByName(protoreflect.Name(path[0]))
	switch {
	case len(path) == 1:
		l.tell(in, field)
	case field.IsList():
		for i := range in.Get(field).List().Len() {
			l.tellIn(in.Get(field).List().Get(i).Message(), path[1:])
		}
	case in.Has(field):
		l.tellIn(in.Get(field).Message(), path[1:])
	}
}

// fieldsOf are the paths of all fields below a message.
func fieldsOf(d protoreflect.MessageDescriptor, above string) []string {
	var paths []string
	for i := range d.Fields().Len() {
		field := d.Fields().Get(i)
		path := above + string(field.Name())
		paths = append(paths, path)
		if field.Message() != nil && !field.IsMap() {
			paths = append(paths, fieldsOf(field.Message(), path+".")...)
		}
	}
	return paths
}

// foundOut tells whether a client that changes answers so fails a vector.
func foundOut(t *testing.T, c client, vectors []vector, change func(request, answer proto.Message, err *error)) bool {
	t.Helper()
	for few := range slices.Chunk(vectors, 2*workers) {
		if len(hold(t.Context(), "lying", &falsifying{c, change}, few, nil).failures) > 0 {
			return true
		}
	}
	return false
}

func TestEveryFieldOfEveryAnswerIsHeld(t *testing.T) {
	raw, err := newRawGRPC(serving.grpc)
	if err != nil {
		t.Fatal(err)
	}
	truthful := &kept{client: raw, answers: map[string]keptAnswer{}}
	defer func() {
		if err := raw.close(); err != nil {
			t.Error(err)
		}
	}()
	few := everyNth(carried(t), 9)
	for name, few := range map[string][]vector{"open": few, "sealed": sealedOf(everyNth(few, 2), 1, holder)} {
		t.Run(name, func(t *testing.T) { everyFieldIsHeld(t, truthful, few) })
	}
}

func everyFieldIsHeld(t *testing.T, truthful client, few []vector) {
	t.Helper()
	if r := hold(t.Context(), "truthful", truthful, few, nil); len(r.failures) > 0 {
		r.show(t.Output(), 20)
		t.Fatal("the truth fails")
	}
	for _, answer := range []proto.Message{
		&solitairev1.DealGameResponse{}, &solitairev1.InspectGameResponse{}, &solitairev1.ValidateMoveResponse{},
		&solitairev1.ApplyMovesResponse{}, &solitairev1.EnumerateMovesResponse{}, &solitairev1.FinishGameResponse{},
		&solitairev1.ReplayGameResponse{}, &solitairev1.ConvertPositionResponse{},
	} {
		d := answer.ProtoReflect().Descriptor()
		for _, path := range fieldsOf(d, "") {
			name := strings.TrimSuffix(string(d.Name()), "Response") + "." + path
			steps := strings.Split(path, ".")
			for _, l := range lies {
				if !told(t, truthful, few, d.Name(), l, steps) {
					t.Errorf("%s can be %s and nobody notices", name, l.name)
				}
			}
		}
	}
}

// told tells whether a lie is found out; true where nothing was there to lie about.
func told(t *testing.T, c client, vectors []vector, in protoreflect.Name, l lie, path []string) bool {
	t.Helper()
	var mutex sync.Mutex
	changed := false // what is never there cannot be deleted
	found := foundOut(t, c, vectors, func(_, answer proto.Message, err *error) {
		if *err != nil || answer.ProtoReflect().Descriptor().Name() != in {
			return
		}
		before := proto.Clone(answer)
		l.tellIn(answer.ProtoReflect(), path)
		if !proto.Equal(before, answer) {
			mutex.Lock()
			changed = true
			mutex.Unlock()
		}
	})
	return found || !changed
}

func TestEveryFactOfAnErrorIsHeld(t *testing.T) {
	raw, err := newRawGRPC(serving.grpc)
	if err != nil {
		t.Fatal(err)
	}
	truthful := &kept{client: raw, answers: map[string]keptAnswer{}}
	defer func() {
		if err := raw.close(); err != nil {
			t.Error(err)
		}
	}()
	few := everyNth(carried(t), 9)
	sealed := sealedOf(few, 1, holder)
	refusal := (&solitairev1.Refusal{}).ProtoReflect().Descriptor()
	changes := map[string]func(*failure){
		"code":       func(f *failure) { f.code = codes.Internal },
		"reason":     func(f *failure) { f.reason++ },
		"violations": func(f *failure) { f.violations = nil },
		"refusal":    func(f *failure) { f.refusal = nil },
	}
	for i := range refusal.Fields().Len() {
		field := refusal.Fields().Get(i)
		for _, l := range lies {
			if l.name == "deleted" && (field.Name() == "limit" || field.Name() == "asked") {
				continue // most refusals have none
			}
			changes["refusal."+string(field.Name())+" "+l.name] = func(f *failure) {
				if f.refusal != nil {
					l.tell(f.refusal.ProtoReflect(), field)
				}
			}
		}
	}
	for name, to := range changes {
		if !foundOut(t, truthful, few, changeFailure(to)) {
			t.Errorf("%s of an error can be changed and nobody notices", name)
		}
		if !foundOut(t, truthful, sealed, changeFailure(to)) {
			t.Errorf("%s of an error about a sealed game can be changed and nobody notices", name)
		}
	}
}

// everyNth is each n-th of the vectors.
func everyNth(vectors []vector, n int) []vector {
	var some []vector
	for i := 0; i < len(vectors); i += n {
		some = append(some, vectors[i])
	}
	return some
}

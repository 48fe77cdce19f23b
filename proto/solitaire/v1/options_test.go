package solitairev1_test

import (
	"path"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Where generated code lies in other languages is public: it cannot change after a release. Each file says so
// for itself, and a new one that says nothing would come out in other packages than its neighbours. The
// organisation on GitHub is the one name that the project owns, and io.github with it the one that Maven Central
// gives out for it. Swift's names are left to its generator, which puts Solitaire_V1_ before them.
func TestFilesSayWhereTheirCodeLies(t *testing.T) {
	service := solitairev1.File_solitaire_v1_rules_service_proto
	files := []interface {
		Path() string
		Options() proto.Message
	}{
		service,
		solitairev1.File_solitaire_v1_solver_service_proto,
		solitairev1.File_solitaire_v1_game_proto,
		solitairev1.File_solitaire_v1_move_proto,
		solitairev1.File_solitaire_v1_error_reason_proto,
	}
	for _, file := range files {
		want := &descriptorpb.FileOptions{
			GoPackage:            proto.String("github.com/talon-solitaire/talon/proto/solitaire/v1;solitairev1"),
			JavaPackage:          proto.String("io.github.talonsolitaire.v1"),
			JavaOuterClassname:   proto.String(camel(strings.TrimSuffix(path.Base(file.Path()), ".proto")) + "Proto"),
			JavaMultipleFiles:    proto.Bool(true),
			CsharpNamespace:      proto.String("TalonSolitaire.V1"),
			ObjcClassPrefix:      proto.String("TSV"),
			PhpNamespace:         proto.String(`TalonSolitaire\V1`),
			PhpMetadataNamespace: proto.String(`TalonSolitaire\V1\Metadata`),
			RubyPackage:          proto.String("TalonSolitaire::V1"),
		}
		if !proto.Equal(file.Options(), want) {
			t.Errorf("%s:\n got %v\nwant %v", file.Path(), file.Options(), want)
		}
	}
}

func camel(name string) string {
	var words strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		words.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return words.String()
}

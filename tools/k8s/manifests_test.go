// Package k8s holds the tests of the manifests in deploy: a cluster would take
// them, and what their containers run does what the manifests are for. They
// need no cluster and no network. The packages of Kubernetes are many, so this
// is a module of its own.
package k8s

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// root is the repository's root.
var root = filepath.Join("..", "..")

// scheme knows the kinds that the manifests may use.
func scheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, batchv1.AddToScheme} {
		if err := add(s); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// decoded returns the object of a manifest. A field that its kind does not
// have, a field given twice and a value of another type are errors.
func decoded(s *runtime.Scheme, manifest []byte) (runtime.Object, error) {
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, s, s, json.SerializerOptions{Yaml: true, Strict: true})
	object, _, err := strict.Decode(manifest, nil, nil)
	return object, err
}

// kustomizations lists the folders of deploy that `kubectl apply -k` takes.
func kustomizations(t *testing.T) []string {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(filepath.Join(root, "deploy"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "kustomization.yaml" {
			folders = append(folders, filepath.Dir(path))
		}
		return err
	})
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d kustomizations, %v", len(folders), err)
	}
	return folders
}

// rendered returns the objects of a kustomization.
func rendered(t *testing.T, folder string) []runtime.Object {
	t.Helper()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	var objects []runtime.Object
	for _, resource := range resources.Resources() {
		manifest, err := resource.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		object, err := decoded(scheme(t), manifest)
		if err != nil {
			t.Fatalf("%s: %s: %v", folder, resource.CurId(), err)
		}
		objects = append(objects, object)
	}
	return objects
}

// only returns the one object of a type.
func only[T runtime.Object](t *testing.T, objects []runtime.Object) T {
	t.Helper()
	var found []T
	for _, object := range objects {
		if one, ok := object.(T); ok {
			found = append(found, one)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d objects of the type %T", len(found), *new(T))
	}
	return found[0]
}

func TestManifestsHoldOnlyWhatTheirKindsHave(t *testing.T) {
	for _, folder := range kustomizations(t) {
		if len(rendered(t, folder)) == 0 {
			t.Errorf("%s renders nothing", folder)
		}
		// Rendering keeps one of two values of a field; the files themselves must not have two.
		files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			manifest, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(file) == "kustomization.yaml" {
				continue
			}
			if _, err := decoded(scheme(t), manifest); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func TestMistakesInManifestsAreFound(t *testing.T) {
	manifest, err := os.ReadFile(filepath.Join(root, "deploy", "certify", "job.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, mistake := range []struct{ from, to, want string }{
		{"backoffLimitPerIndex", "backofLimitPerIndex", `unknown field "spec.backofLimitPerIndex"`},
		{"completions: 100", "completions: hundred", "cannot unmarshal string"},
		{"completions: 100", "completions: 100\n  completions: 10", `key "completions" already set`},
		{"kind: Job", "kind: Jop", `no kind "Jop"`},
		{"batch/v1\n", "batch/v1beta1\n", "batch/v1beta1"},
		{"1536Mi", "1536Mega", "quantities must match"},
	} {
		wrong := strings.Replace(string(manifest), mistake.from, mistake.to, 1)
		if _, err := decoded(scheme(t), []byte(wrong)); err == nil || !strings.Contains(err.Error(), mistake.want) {
			t.Errorf("%s: %v, want %s", mistake.to, err, mistake.want)
		}
	}
}

// A namespace that enforces a level of pod security refuses pods below it.
func TestPodsMeetTheSecurityLevelOfTheirNamespace(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	objects := rendered(t, filepath.Join(root, "deploy", "certify"))
	namespace, job := only[*corev1.Namespace](t, objects), only[*batchv1.Job](t, objects)
	enforced, problems := api.PolicyToEvaluate(namespace.Labels, api.Policy{Enforce: api.LevelVersion{Level: api.LevelPrivileged, Version: api.LatestVersion()}})
	if len(problems) > 0 || enforced.Enforce.Level != api.LevelRestricted {
		t.Fatalf("enforced: %v, %v", enforced, problems)
	}
	refused := func(pod corev1.PodTemplateSpec) []string {
		var reasons []string
		for _, result := range evaluator.EvaluatePod(enforced.Enforce, &pod.ObjectMeta, &pod.Spec) {
			if !result.Allowed {
				reasons = append(reasons, fmt.Sprintf("%s: %s", result.ForbiddenReason, result.ForbiddenDetail))
			}
		}
		return reasons
	}
	if reasons := refused(job.Spec.Template); reasons != nil {
		t.Errorf("refused: %s", reasons)
	}
	weak := *job.Spec.Template.DeepCopy()
	weak.Spec.Containers[0].SecurityContext.Capabilities = nil
	if reasons := refused(weak); !slices.ContainsFunc(reasons, func(s string) bool { return strings.HasPrefix(s, "unrestricted capabilities") }) {
		t.Errorf("capabilities are not looked at: %s", reasons)
	}
}

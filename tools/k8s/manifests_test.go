// Package k8s holds the tests of what is in deploy: a cluster would take the
// manifests, compose its file, HAProxy and Prometheus theirs, and what they name
// is what the server has. They need no cluster, no container engine and no
// network. The packages of Kubernetes are many, so this is a module of its own.
package k8s

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// root is the repository's root.
var root = filepath.Join("..", "..")

// scheme knows the kinds that the manifests may use.
func scheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme, policyv1.AddToScheme, autoscalingv2.AddToScheme,
		networkingv1.AddToScheme, monitoringv1.AddToScheme, gatewayv1.Install,
	} {
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

// kustomizations reads the kustomizations of deploy, by their folders.
func kustomizations(t *testing.T) map[string]*types.Kustomization {
	t.Helper()
	all := map[string]*types.Kustomization{}
	err := filepath.WalkDir(filepath.Join(root, "deploy"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "kustomization.yaml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		all[filepath.Dir(path)] = &types.Kustomization{}
		return all[filepath.Dir(path)].Unmarshal(text)
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d kustomizations, %v", len(all), err)
	}
	return all
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
	found := all[T](objects)
	if len(found) != 1 {
		t.Fatalf("%d objects of the type %T", len(found), *new(T))
	}
	return found[0]
}

func TestManifestsHoldOnlyWhatTheirKindsHave(t *testing.T) {
	for folder, k := range kustomizations(t) {
		if k.Kind == types.KustomizationKind && len(rendered(t, folder)) == 0 {
			t.Errorf("%s renders nothing", folder)
		}
		// Rendering keeps one of two values of a field; the files themselves must not have two.
		files := slices.Clone(k.Resources)
		for _, patch := range k.Patches {
			files = append(files, patch.Path)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, ".yaml") {
				continue
			}
			for _, manifest := range documents(t, filepath.Join(folder, file)) {
				if _, err := decoded(scheme(t), manifest); err != nil {
					t.Errorf("%s/%s: %v", folder, file, err)
				}
			}
		}
	}
}

// documents returns the manifests of a file.
func documents(t *testing.T, path string) (all [][]byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reader := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, document)
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

// all returns the objects of a type.
func all[T runtime.Object](objects []runtime.Object) (found []T) {
	for _, object := range objects {
		if one, ok := object.(T); ok {
			found = append(found, one)
		}
	}
	return found
}

// pods returns what the pods of the objects are made from, by the name of their owner.
func pods(objects []runtime.Object) map[string]corev1.PodTemplateSpec {
	templates := map[string]corev1.PodTemplateSpec{}
	for _, job := range all[*batchv1.Job](objects) {
		templates[job.Name] = job.Spec.Template
	}
	for _, deployment := range all[*appsv1.Deployment](objects) {
		templates[deployment.Name] = deployment.Spec.Template
	}
	return templates
}

// A namespace that enforces a level of pod security refuses pods below it.
func TestPodsMeetTheSecurityLevelOfTheirNamespace(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"certify", "kubernetes/base", "kubernetes/production", "kubernetes/secured"} {
		objects := rendered(t, filepath.Join(root, "deploy", folder))
		namespace := only[*corev1.Namespace](t, objects)
		enforced, problems := api.PolicyToEvaluate(namespace.Labels, api.Policy{Enforce: api.LevelVersion{Level: api.LevelPrivileged, Version: api.LatestVersion()}})
		if len(problems) > 0 || enforced.Enforce.Level != api.LevelRestricted {
			t.Fatalf("%s enforces %v, %v", folder, enforced, problems)
		}
		refused := func(pod *corev1.PodTemplateSpec) []string {
			var reasons []string
			for _, result := range evaluator.EvaluatePod(enforced.Enforce, &pod.ObjectMeta, &pod.Spec) {
				if !result.Allowed {
					reasons = append(reasons, fmt.Sprintf("%s: %s", result.ForbiddenReason, result.ForbiddenDetail))
				}
			}
			return reasons
		}
		templates := pods(objects)
		if len(templates) == 0 {
			t.Fatalf("%s has no pods", folder)
		}
		for name, pod := range templates {
			if reasons := refused(&pod); reasons != nil {
				t.Errorf("%s: %s is refused: %s", folder, name, reasons)
			}
			weak := pod.DeepCopy()
			weak.Spec.Containers[0].SecurityContext.Capabilities = nil
			if reasons := refused(weak); !slices.ContainsFunc(reasons, func(s string) bool { return strings.HasPrefix(s, "unrestricted capabilities") }) {
				t.Errorf("%s: %s: capabilities are not looked at: %s", folder, name, reasons)
			}
		}
	}
}

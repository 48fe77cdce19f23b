package k8s

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/talon-solitaire/talon/internal/process"
)

// overlays are the folders of the service that people apply.
var overlays = []string{"base", "production", "secured"}

func overlay(t *testing.T, name string) []runtime.Object {
	t.Helper()
	return rendered(t, filepath.Join(root, "deploy", "kubernetes", name))
}

// settings returns the environment of a container.
func settings(container *corev1.Container) map[string]string {
	values := map[string]string{}
	for _, variable := range container.Env {
		values[variable.Name] = variable.Value
	}
	return values
}

func TestTheServerKnowsTheSettingsOfItsPods(t *testing.T) {
	for _, name := range overlays {
		for owner, pod := range pods(overlay(t, name)) {
			checkSettings(t, name+" "+owner, settings(&pod.Spec.Containers[0]))
		}
	}
}

// A pod is killed when its grace is over, so that has to be longer than a drain,
// and the drain longer than it takes to notice that the pod is not ready.
func TestPodsHaveTimeToDrain(t *testing.T) {
	for owner, pod := range pods(overlay(t, "base")) {
		container := pod.Spec.Containers[0]
		seconds := func(name string) time.Duration {
			d, err := time.ParseDuration(settings(&container)[name])
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		delay, timeout := seconds("TALON_DRAIN_DELAY"), seconds("TALON_DRAIN_TIMEOUT")
		if grace := time.Duration(*pod.Spec.TerminationGracePeriodSeconds) * time.Second; grace < delay+timeout+5*time.Second {
			t.Errorf("%s: grace %v, drain %v and %v", owner, grace, delay, timeout)
		}
		if probe := container.ReadinessProbe; delay < time.Duration(probe.PeriodSeconds*probe.FailureThreshold)*time.Second {
			t.Errorf("%s: drains %v, and is asked %d times every %d s", owner, delay, probe.FailureThreshold, probe.PeriodSeconds)
		}
	}
}

func TestPodsHaveTheMemoryThatTheirSearchesTake(t *testing.T) {
	for owner, pod := range pods(overlay(t, "base")) {
		container := pod.Spec.Containers[0]
		values := settings(&container)
		solvers, err := strconv.ParseInt(values["TALON_SOLVERS"], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		goal, err := resource.ParseQuantity(strings.TrimSuffix(values["GOMEMLIMIT"], "B"))
		if err != nil {
			t.Fatal(err)
		}
		if needed := (solvers*256 + 512) << 20; goal.Value() < needed {
			t.Errorf("%s: GOMEMLIMIT %s, wanted %d MiB", owner, &goal, needed>>20)
		}
		limit := container.Resources.Limits[corev1.ResourceMemory]
		if limit.Value()*4 != goal.Value()*5 {
			t.Errorf("%s: GOMEMLIMIT %s is not four fifths of %s", owner, &goal, &limit)
		}
		if request := container.Resources.Requests[corev1.ResourceMemory]; !request.Equal(limit) {
			t.Errorf("%s: asks for %s, may take %s", owner, &request, &limit)
		}
	}
}

// Probes show no certificate, and no caller is to be in their way.
func TestProbesAskAtTheAdminPort(t *testing.T) {
	for _, name := range overlays {
		for owner, pod := range pods(overlay(t, name)) {
			container := pod.Spec.Containers[0]
			for path, probe := range map[string]*corev1.Probe{"/readyz": container.ReadinessProbe, "/healthz": container.LivenessProbe} {
				get := probe.HTTPGet
				if get.Port.String() != "admin" || get.Path != path || get.Scheme != "" {
					t.Errorf("%s %s: %+v", name, owner, get)
				}
			}
		}
	}
	s := program.Serve(t, process.Patient)
	for _, path := range []string{"/readyz", "/healthz"} {
		response, err := http.Get("http://" + s.Admin + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
}

// What TLS is made of comes from secrets, of which the pods see every change and change nothing.
func TestCertificatesComeFromSecrets(t *testing.T) {
	objects := overlay(t, "secured")
	for owner, pod := range pods(objects) {
		container := pod.Spec.Containers[0]
		mounts := map[string]corev1.VolumeMount{}
		for _, mount := range container.VolumeMounts {
			mounts[mount.Name] = mount
		}
		for variable, wanted := range map[string]struct{ volume, secret, file string }{
			"TALON_TLS_CERT":      {"tls", "talon-tls", "tls.crt"},
			"TALON_TLS_KEY":       {"tls", "talon-tls", "tls.key"},
			"TALON_TLS_CLIENT_CA": {"client-ca", "talon-client-ca", "ca.crt"},
		} {
			mount := mounts[wanted.volume]
			if !mount.ReadOnly || mount.SubPath != "" || settings(&container)[variable] != mount.MountPath+"/"+wanted.file {
				t.Errorf("%s: %s is %s, mounted %+v", owner, variable, settings(&container)[variable], mount)
			}
			at := slices.IndexFunc(pod.Spec.Volumes, func(v corev1.Volume) bool { return v.Name == wanted.volume })
			if at < 0 {
				t.Fatalf("%s: no volume %s", owner, wanted.volume)
			}
			// A key that others than the group can read the server does not take.
			if secret := pod.Spec.Volumes[at].Secret; secret.SecretName != wanted.secret || *secret.DefaultMode != 0o440 {
				t.Errorf("%s: %+v", owner, secret)
			}
		}
	}
	for _, service := range all[*corev1.Service](objects) {
		for _, port := range service.Spec.Ports {
			if wanted := map[int32]string{8080: "https", 9090: "https", 8081: "http"}[port.Port]; *port.AppProtocol != wanted {
				t.Errorf("%s: port %d is %s", service.Name, port.Port, *port.AppProtocol)
			}
		}
	}
}

// matches says whether a selector selects the pods of a Deployment.
func matches(t *testing.T, selector *metav1.LabelSelector, d *appsv1.Deployment) bool {
	t.Helper()
	s, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	return !s.Empty() && s.Matches(labels.Set(d.Spec.Template.Labels))
}

// What belongs to a Deployment selects its pods and no other's.
func TestWhatIsAboutPodsIsAboutTheRightOnes(t *testing.T) {
	objects := overlay(t, "production")
	deployments := all[*appsv1.Deployment](objects)
	if len(deployments) != 2 {
		t.Fatalf("%d Deployments", len(deployments))
	}
	for _, own := range deployments {
		role := strings.TrimPrefix(own.Name, "talon-")
		for _, other := range deployments {
			if matches(t, own.Spec.Selector, other) != (own == other) {
				t.Errorf("%s selects %s: %v", own.Name, other.Name, own != other)
			}
			for _, spread := range own.Spec.Template.Spec.TopologySpreadConstraints {
				if matches(t, spread.LabelSelector, other) != (own == other) {
					t.Errorf("%s spreads by %s over %s: %v", own.Name, spread.TopologyKey, other.Name, own != other)
				}
			}
			for _, budget := range all[*policyv1.PodDisruptionBudget](objects) {
				if matches(t, budget.Spec.Selector, own) != (budget.Name == own.Name) {
					t.Errorf("the budget %s and %s", budget.Name, own.Name)
				}
			}
		}
		for _, port := range []string{"grpc", "http", "admin"} {
			if !slices.ContainsFunc(own.Spec.Template.Spec.Containers[0].Ports, func(p corev1.ContainerPort) bool { return p.Name == port }) {
				t.Errorf("%s has no port %s", own.Name, port)
			}
		}
		if !slices.ContainsFunc(all[*autoscalingv2.HorizontalPodAutoscaler](objects), func(h *autoscalingv2.HorizontalPodAutoscaler) bool {
			return h.Spec.ScaleTargetRef.Kind == "Deployment" && h.Spec.ScaleTargetRef.Name == own.Name
		}) {
			t.Errorf("nothing scales %s", own.Name)
		}
		for _, policy := range all[*networkingv1.NetworkPolicy](objects) {
			if !matches(t, &policy.Spec.PodSelector, own) {
				t.Errorf("%s does not hold for %s", policy.Name, own.Name)
			}
		}
		for _, service := range []string{"talon-" + role, "talon-each-" + role} {
			if !slices.ContainsFunc(all[*corev1.Service](objects), func(s *corev1.Service) bool {
				return s.Name == service && matches(t, &metav1.LabelSelector{MatchLabels: s.Spec.Selector}, own)
			}) {
				t.Errorf("no service %s of %s", service, own.Name)
			}
		}
	}
}

// Searches over JSON go to the solver: what the routes list is what the API has.
func TestRoutesSendSearchesToTheSolver(t *testing.T) {
	objects := overlay(t, "production")
	text, err := os.ReadFile(filepath.Join(root, "proto", "openapi", "solitaire.swagger.json"))
	if err != nil {
		t.Fatal(err)
	}
	var description struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	if err := json.Unmarshal(text, &description); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for path, methods := range description.Paths {
		for _, operation := range methods {
			if strings.HasPrefix(operation.OperationID, "SolverService") {
				wanted[path] = true
			}
		}
	}
	services := map[string]*corev1.Service{}
	for _, service := range all[*corev1.Service](objects) {
		services[service.Name] = service
	}
	to := func(backend gatewayv1.BackendRef) string {
		name := string(backend.Name)
		if services[name] == nil || !slices.ContainsFunc(services[name].Spec.Ports, func(p corev1.ServicePort) bool { return p.Port == *backend.Port }) {
			t.Errorf("no port %d of %s", *backend.Port, name)
		}
		return name
	}
	routed := map[string]bool{}
	rules := only[*gatewayv1.HTTPRoute](t, objects).Spec.Rules
	for _, rule := range rules {
		for _, match := range rule.Matches {
			if to(rule.BackendRefs[0].BackendRef) == "talon-solver" {
				routed[*match.Path.Value] = true
			}
		}
	}
	if len(wanted) == 0 || !maps.Equal(routed, wanted) {
		t.Errorf("routed are %v, searches are %v", routed, wanted)
	}
	if last := rules[len(rules)-1]; len(last.Matches) != 0 || to(last.BackendRefs[0].BackendRef) != "talon-rules" {
		t.Errorf("all else goes to %v", last)
	}
	called := map[string]string{}
	for _, rule := range only[*gatewayv1.GRPCRoute](t, objects).Spec.Rules {
		for _, match := range rule.Matches {
			called[*match.Method.Service] = to(rule.BackendRefs[0].BackendRef)
		}
	}
	if called["solitaire.v1.SolverService"] != "talon-solver" || called["solitaire.v1.RulesService"] != "talon-rules" {
		t.Errorf("gRPC goes to %v", called)
	}
}

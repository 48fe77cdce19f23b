package k8s

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
)

// indexAnnotation is where a pod of an indexed Job finds its index.
const indexAnnotation = "metadata.annotations['" + batchv1.JobCompletionIndexAnnotation + "']"

// certifyJob returns the Job and the claim of deploy/certify.
func certifyJob(t *testing.T) (*batchv1.Job, *corev1.PersistentVolumeClaim) {
	t.Helper()
	objects := rendered(t, filepath.Join(root, "deploy", "certify"))
	return only[*batchv1.Job](t, objects), only[*corev1.PersistentVolumeClaim](t, objects)
}

// Rules of Jobs that go beyond the fields of their kind.
func TestCertifyIsAJobThatAClusterRuns(t *testing.T) {
	job, claim := certifyJob(t)
	spec, pod := job.Spec, job.Spec.Template.Spec
	if spec.CompletionMode == nil || *spec.CompletionMode != batchv1.IndexedCompletion {
		t.Errorf("completion mode %v: shards need an index, and backoffLimitPerIndex does", spec.CompletionMode)
	}
	if spec.PodFailurePolicy != nil && pod.RestartPolicy != corev1.RestartPolicyNever {
		t.Errorf("restart policy %s: a pod failure policy needs Never", pod.RestartPolicy)
	}
	if claim.Name != pod.Volumes[0].PersistentVolumeClaim.ClaimName || claim.Namespace != job.Namespace {
		t.Errorf("the pods mount the claim %s/%s, wanted %s/%s", job.Namespace, pod.Volumes[0].PersistentVolumeClaim.ClaimName, claim.Namespace, claim.Name)
	}
	container := pod.Containers[0]
	if container.VolumeMounts[0].Name != pod.Volumes[0].Name {
		t.Errorf("%q is mounted, the volume is %q", container.VolumeMounts[0].Name, pod.Volumes[0].Name)
	}
	if shards := fmt.Sprintf("--shard=$(SHARD)/%d", *spec.Completions); !slices.Contains(container.Args, shards) {
		t.Errorf("%d completions, but no %s: %q", *spec.Completions, shards, container.Args)
	}
	if !strings.Contains(container.Image, "/") {
		t.Errorf("image %q is of no registry", container.Image)
	}
}

// cluster plays the part of a cluster: it runs the pods of the Job, one index
// after the other, as processes on a volume that is a folder.
type cluster struct {
	job    *batchv1.Job
	talon  string
	volume string
	// deals and shards stand for those of the Job.
	deals  string
	shards int
}

// pod runs the container of one index to its end.
func (c *cluster) pod(t *testing.T, index int) {
	t.Helper()
	container := c.job.Spec.Template.Spec.Containers[0]
	environment := os.Environ()
	var expand []string
	for _, variable := range container.Env {
		value := variable.Value
		if variable.ValueFrom != nil {
			if path := variable.ValueFrom.FieldRef.FieldPath; path != indexAnnotation {
				t.Fatalf("%s comes from %s, wanted %s", variable.Name, path, indexAnnotation)
			}
			value = strconv.Itoa(index)
		}
		environment = append(environment, variable.Name+"="+value)
		expand = append(expand, "$("+variable.Name+")", value)
	}
	args := make([]string, len(container.Args))
	for i, arg := range container.Args {
		if strings.HasPrefix(arg, "--deals=") {
			arg = "--deals=" + c.deals
		}
		if strings.HasPrefix(arg, "--shard=") {
			arg = strings.Replace(arg, fmt.Sprintf("/%d", *c.job.Spec.Completions), fmt.Sprintf("/%d", c.shards), 1)
		}
		arg = strings.Replace(arg, container.VolumeMounts[0].MountPath, c.volume, 1)
		args[i] = strings.NewReplacer(expand...).Replace(arg)
	}
	run := exec.CommandContext(t.Context(), c.talon, args...)
	run.Env = environment
	if told, err := run.CombinedOutput(); err != nil {
		t.Fatalf("index %d, %q: %v\n%s", index, args, err, told)
	}
}

// lines returns the lines of all files of a folder, sorted.
func lines(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			all = append(all, string(line))
		}
	}
	slices.Sort(all)
	return all
}

// run runs a command of the repository at its root.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = root
	if told, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, told)
	}
}

// All shards together are what one run over the whole range finds, also where a
// pod was evicted in the middle of a line, and their files make a table.
func TestShardsOfCertifyAreTheWholeRange(t *testing.T) {
	job, _ := certifyJob(t)
	folder := t.TempDir()
	talon := filepath.Join(folder, "talon")
	run(t, "go", "build", "-o", talon, "./clients/cli")
	begin := func(shards int) *cluster {
		return &cluster{job: job, talon: talon, volume: t.TempDir(), deals: "1-24", shards: shards}
	}
	one, many := begin(1), begin(5)
	one.pod(t, 0)
	for index := range many.shards {
		many.pod(t, index)
	}
	whole := lines(t, one.volume)
	if len(whole) != 24 {
		t.Fatalf("%d deals of 24:\n%s", len(whole), strings.Join(whole, ""))
	}
	if got := lines(t, many.volume); !slices.Equal(got, whole) {
		t.Errorf("the shards found\n%s\nwanted\n%s", strings.Join(got, ""), strings.Join(whole, ""))
	}

	files, err := filepath.Glob(filepath.Join(many.volume, "*.jsonl"))
	if err != nil || len(files) != many.shards {
		t.Fatalf("%d files of %d shards, %v", len(files), many.shards, err)
	}
	evicted, err := os.Stat(files[3])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(files[3], evicted.Size()-20); err != nil {
		t.Fatal(err)
	}
	many.pod(t, 3)
	if got := lines(t, many.volume); !slices.Equal(got, whole) {
		t.Errorf("after an eviction the shards hold\n%s\nwanted\n%s", strings.Join(got, ""), strings.Join(whole, ""))
	}

	tables := t.TempDir()
	run(t, "go", append([]string{"run", "./tools/pool", "-each", "5", "-tables", tables}, files...)...)
	if made, err := os.ReadDir(tables); err != nil || len(made) != 1 {
		t.Errorf("%d tables, %v", len(made), err)
	}
}

// Package envtest runs controller-runtime's test environment on listwatch's assets:
//
//	KUBEBUILDER_ASSETS=/path/to/listwatch/assets go test ./...
package envtest

import (
	"context"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	extensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Timeout for a busy machine.
const patience = 3 * time.Minute

func TestEnvironment(t *testing.T) {
	environment := &envtest.Environment{
		CRDInstallOptions: envtest.CRDInstallOptions{
			CRDs:    []*extensionsv1.CustomResourceDefinition{notes()},
			MaxTime: patience,
		},
		ControlPlaneStartTimeout: patience,
		ControlPlaneStopTimeout:  patience,
	}
	config, err := environment.Start()
	must(t, err)
	// Runs last, after the manager: Stop fails if a server does not exit on SIGTERM.
	t.Cleanup(func() { must(t, environment.Stop()) })

	t.Run("an added user may use kubectl", func(t *testing.T) {
		user, err := environment.AddUser(envtest.User{Name: "jane", Groups: []string{"system:masters"}}, nil)
		must(t, err)
		kubectl, err := user.Kubectl()
		must(t, err)
		_, complaints, err := kubectl.Run("get", "namespaces", "default")
		if err != nil {
			t.Fatal(complaints, err)
		}
	})
	t.Run("a controller sees objects", func(t *testing.T) { reconciles(t, config) })
	t.Run("custom resources are served", func(t *testing.T) { servesNotes(t, config) })
}

func reconciles(t *testing.T, config *rest.Config) {
	manager, err := ctrl.NewManager(config, ctrl.Options{})
	must(t, err)
	seen := make(chan string, 100)
	must(t, ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Complete(reconcile.Func(
		func(_ context.Context, request reconcile.Request) (reconcile.Result, error) {
			seen <- request.String()
			return reconcile.Result{}, nil
		})))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- manager.Start(ctx) }()
	defer func() {
		cancel()
		must(t, <-ended)
	}()

	must(t, manager.GetClient().Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "watched", Namespace: "default"},
	}))

	for deadline := time.After(patience); ; {
		select {
		case name := <-seen:
			if name == "default/watched" {
				return
			}
		case <-deadline:
			t.Fatal("the controller did not see the config map")
		}
	}
}

func servesNotes(t *testing.T, config *rest.Config) {
	api, err := client.New(config, client.Options{})
	must(t, err)
	note := &unstructured.Unstructured{}
	note.SetGroupVersionKind(schema.GroupVersionKind{Group: "example.org", Version: "v1", Kind: "Note"})
	note.SetNamespace("default")
	note.SetName("first")

	must(t, api.Create(context.Background(), note))

	err = api.Get(context.Background(), client.ObjectKey{Namespace: "default", Name: "second"}, note)
	if !errors.IsNotFound(err) {
		t.Fatal("expected: not found, but was:", err)
	}
}

func notes() *extensionsv1.CustomResourceDefinition {
	yes := true
	anything := &extensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &yes}
	return &extensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "notes.example.org"},
		Spec: extensionsv1.CustomResourceDefinitionSpec{
			Group: "example.org",
			Scope: extensionsv1.NamespaceScoped,
			Names: extensionsv1.CustomResourceDefinitionNames{
				Plural: "notes", Singular: "note", Kind: "Note", ListKind: "NoteList",
			},
			Versions: []extensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &extensionsv1.CustomResourceValidation{OpenAPIV3Schema: anything},
			}},
		},
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

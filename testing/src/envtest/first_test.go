package envtest

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

func TestKeepsGreeting(t *testing.T) {
	environment := &envtest.Environment{}
	config, err := environment.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = environment.Stop() })
	api, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}

	greeting := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "greeting", Namespace: "default"},
		Data:       map[string]string{"text": "hello"},
	}
	if err := api.Create(context.Background(), greeting); err != nil {
		t.Fatal(err)
	}
	kept := &corev1.ConfigMap{}
	if err := api.Get(context.Background(), client.ObjectKeyFromObject(greeting), kept); err != nil {
		t.Fatal(err)
	}
	if kept.Data["text"] != "hello" {
		t.Fatal("expected: hello, but was:", kept.Data)
	}
}

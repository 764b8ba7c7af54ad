package io.listwatch.following.facts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A fake checkout with an API of two kinds, boats and reviews. */
public final class SmallCheckout {
  private SmallCheckout() {}

  public static Checkout write(Path root) throws IOException {
    put(
        root,
        "api/discovery/apis.json",
        """
        {"groups": [{"name": "sea.k8s.io", "versions": [
          {"groupVersion": "sea.k8s.io/v1", "version": "v1"},
          {"groupVersion": "sea.k8s.io/v1beta1", "version": "v1beta1"}]}]}
        """);
    put(root, "api/discovery/api__v1.json", "{\"resources\": []}");
    put(
        root,
        "api/discovery/apis__sea.k8s.io__v1.json",
        """
        {"resources": [
          {"name": "boats", "kind": "Boat", "namespaced": true, "shortNames": ["bt"],
           "verbs": ["create", "get"]},
          {"name": "boats/sail", "kind": "SailOptions", "verbs": ["create"]},
          {"name": "boats/status", "kind": "Boat", "verbs": ["get", "patch"]}]}
        """);
    put(
        root,
        "staging/src/k8s.io/api/sea/v1/types.go",
        """
        package v1

        import (
        	"k8s.io/apimachinery/pkg/api/resource"
        	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
        	"k8s.io/apimachinery/pkg/types"
        )

        type Boat struct {
        	metav1.TypeMeta `json:",inline"`
        	// +optional
        	Spec BoatSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
        }

        type BoatSpec struct {
        	Hull `json:",inline" protobuf:"bytes,3,opt,name=hull"`
        	// +listType=map
        	// +listMapKey=name
        	// +required
        	Crew []Sailor `json:"crew" patchStrategy:"merge" patchMergeKey:"name" protobuf:"bytes,1,rep,name=crew"`
        	// +optional
        	Rig *Rig `json:"rig,omitempty" protobuf:"bytes,2,opt,name=rig"`
        	Owner types.UID `json:"owner" protobuf:"bytes,4,opt,name=owner"`
        	hidden string
        }

        // +structType=atomic
        type Sailor struct {
        	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
        	// +default=ref(DefaultRank)
        	Rank string `json:"rank,omitempty" protobuf:"bytes,2,opt,name=rank"`
        }

        type Hull struct {
        	Weight resource.Quantity `json:"weight" protobuf:"bytes,1,opt,name=weight"`
        }

        // +enum
        type Rig string

        const (
        	Sloop Rig = "sloop"
        	Ketch Rig = "ketch"
        )

        const DefaultRank = "mate"
        """);
    put(
        root,
        "staging/src/k8s.io/apimachinery/pkg/types/uid.go",
        "package types\ntype UID string\n");
    put(
        root,
        "staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go",
        """
        package v1

        type TypeMeta struct {
        	Kind string `json:"kind,omitempty" protobuf:"bytes,1,opt,name=kind"`
        	APIVersion string `json:"apiVersion,omitempty" protobuf:"bytes,2,opt,name=apiVersion"`
        }
        type APIGroup struct{}
        type APIGroupList struct{}
        type APIResourceList struct{}
        type APIVersions struct{}
        type CreateOptions struct{}
        type DeleteOptions struct{}
        type PartialObjectMetadata struct{}
        type PatchOptions struct{}
        type Status struct{}
        type UpdateOptions struct{}
        type WatchEvent struct{}
        """);
    put(
        root,
        "staging/src/k8s.io/api/apidiscovery/v2/types.go",
        "package v2\ntype APIGroupDiscoveryList struct{}\n");
    put(
        root,
        "pkg/apis/sea/v1/defaults.go",
        """
        package v1

        import v1 "k8s.io/api/sea/v1"

        func SetDefaults_Boat(obj *v1.Boat) {
        	// Comments do not count.
        	if obj.Spec.Rig == nil {
        		obj.Spec.Rig = ptr.To(v1.Sloop)
        	}
        }

        func SetDefaults_Hull(hull *v1.Hull) {
        	if hull.Weight == 0 {
        		hull.Weight = 1
        	}
        }
        """);
    return Checkout.open(root);
  }

  public static void put(Path root, String file, String text) throws IOException {
    Path place = root.resolve(file);
    Files.createDirectories(place.resolveSibling(""));
    Files.writeString(place, text);
  }
}

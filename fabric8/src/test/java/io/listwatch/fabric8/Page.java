package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A web page, whose operator writes it to a config map. */
@Group("example.com")
@Version("v1")
public final class Page extends CustomResource<Page.Spec, Page.Status> implements Namespaced {
  private static final long serialVersionUID = 1;

  /** The text to show. */
  public static final class Spec {
    public String text = "";
  }

  /** The state that the operator reports. */
  public static final class Status {
    public String shown = "";
  }

  static CustomResourceDefinition definition() {
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName("pages.example.com")
        .endMetadata()
        .withNewSpec()
        .withGroup("example.com")
        .withScope("Namespaced")
        .withNewNames()
        .withKind("Page")
        .withPlural("pages")
        .withSingular("page")
        .endNames()
        .addNewVersion()
        .withName("v1")
        .withServed(true)
        .withStorage(true)
        .withNewSubresources()
        .withNewStatus()
        .endStatus()
        .endSubresources()
        .withNewSchema()
        .withNewOpenAPIV3Schema()
        .withType("object")
        .withXKubernetesPreserveUnknownFields(true)
        .endOpenAPIV3Schema()
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }
}

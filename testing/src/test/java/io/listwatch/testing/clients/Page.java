package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** The custom resource of {@link OperatorTest}'s operator: an HTML page to serve. */
@Group("pages.example.com")
@Version("v1")
public final class Page extends CustomResource<Page.Spec, Page.State> implements Namespaced {
  private static final long serialVersionUID = 1;

  static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: pages.pages.example.com
      spec:
        group: pages.example.com
        scope: Namespaced
        names: {plural: pages, singular: page, kind: Page, listKind: PageList}
        versions:
        - name: v1
          served: true
          storage: true
          subresources: {status: {}}
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  required: [title]
                  properties:
                    title: {type: string, minLength: 1}
                status:
                  type: object
                  properties:
                    served: {type: string}
      """;

  public static final class Spec {
    public String title = "";
  }

  public static final class State {
    public String served = "";
  }
}

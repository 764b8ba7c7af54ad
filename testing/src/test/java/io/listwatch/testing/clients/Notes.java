package io.listwatch.testing.clients;

/** The custom resource definition of notes. */
final class Notes {
  static final String GROUP = "notes.example.com";
  static final String VERSION = "v1";
  static final String KIND = "Note";
  static final String PLURAL = "notes";

  static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: notes.notes.example.com
      spec:
        group: notes.example.com
        scope: Namespaced
        names:
          plural: notes
          singular: note
          kind: Note
          listKind: NoteList
        versions:
        - name: v1
          served: true
          storage: true
          subresources:
            status: {}
          schema:
            openAPIV3Schema:
              type: object
              x-kubernetes-preserve-unknown-fields: true
      """;

  private Notes() {}
}

package io.listwatch.client;

import io.listwatch.model.ResourceType;

/** The form in which objects are requested: whole, or as {@code PartialObjectMetadata}. */
enum ObjectForm {
  WHOLE("application/json"),
  METADATA("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");

  private final String single;

  ObjectForm(String single) {
    this.single = single;
  }

  String accept() {
    return single;
  }

  String acceptList() {
    return single.replace("PartialObjectMetadata", "PartialObjectMetadataList");
  }

  /** The {@code kind} of an object in this form. */
  String kind(ResourceType type) {
    return this == WHOLE ? type.kind() : "PartialObjectMetadata";
  }

  String apiVersion(ResourceType type) {
    return this == WHOLE ? type.apiVersion() : "meta.k8s.io/v1";
  }
}

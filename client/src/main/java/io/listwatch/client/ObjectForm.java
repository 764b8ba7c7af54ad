package io.listwatch.client;

import io.listwatch.model.ResourceType;

/** As what objects are asked for: whole, or their metadata alone. */
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

  /** What an object of this form says to be. */
  String kind(ResourceType type) {
    return this == WHOLE ? type.kind() : "PartialObjectMetadata";
  }

  String apiVersion(ResourceType type) {
    return this == WHOLE ? type.apiVersion() : "meta.k8s.io/v1";
  }
}

package io.listwatch.client;

import io.listwatch.model.ResourceType;

/**
 * The form in which objects are requested: whole, or as {@code PartialObjectMetadata}; with
 * managedFields, or lean, without them. Lean requests have a parameter {@code drop} in {@code
 * Accept}, which servers that do not know it ignore.
 */
enum ObjectForm {
  WHOLE(false, false),
  LEAN(false, true),
  METADATA(true, false),
  LEAN_METADATA(true, true);

  private final boolean partial;
  private final boolean lean;

  ObjectForm(boolean partial, boolean lean) {
    this.partial = partial;
    this.lean = lean;
  }

  /** Returns the same form without managedFields. */
  ObjectForm lean() {
    return partial ? LEAN_METADATA : LEAN;
  }

  /** True if objects come as {@code PartialObjectMetadata}. */
  boolean partial() {
    return partial;
  }

  String accept() {
    return accept("PartialObjectMetadata");
  }

  String acceptList() {
    return accept("PartialObjectMetadataList");
  }

  private String accept(String as) {
    return "application/json"
        + (partial ? ";as=%s;g=meta.k8s.io;v=v1".formatted(as) : "")
        + (lean ? ";drop=metadata.managedFields" : "");
  }

  /** Returns the {@code kind} of an object in this form. */
  String kind(ResourceType type) {
    return partial ? "PartialObjectMetadata" : type.kind();
  }

  String apiVersion(ResourceType type) {
    return partial ? "meta.k8s.io/v1" : type.apiVersion();
  }
}

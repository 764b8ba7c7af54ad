package io.listwatch.objects.kinds;

import java.util.Locale;

/**
 * A property of a kind that changes how its objects are written, stored, deleted or shown. In
 * {@code resources.txt} it is written in lower case with hyphens.
 */
public enum Trait {
  /** Each change of the object increments {@code metadata.generation}. */
  GENERATION,

  /** A PUT of an absent object creates it. */
  CREATE_ON_UPDATE,

  /** A PUT must name the resource version that it replaces. */
  CONDITIONAL_UPDATE,

  /** An update validates metadata like a create does. */
  REVALIDATE_METADATA,

  /** Finalizers need no domain. */
  UNQUALIFIED_FINALIZERS,

  /** The removal also waits for {@code spec.finalizers}: namespaces. */
  SPEC_FINALIZERS,

  /** An update of the status leaves labels, annotations, finalizers and owners as they are. */
  STATUS_KEEPS_METADATA,

  /** DELETE returns the object, not a Status. */
  RETURN_DELETED_OBJECT,

  /** Dependents survive their owner unless the client requests another propagation policy. */
  ORPHAN_DEPENDENTS,

  /** Deletion ignores dependents. */
  NO_GARBAGE_COLLECTION,

  /** Objects change often and are rarely read, so a watch cache does not pay. */
  UNCACHED,

  /** No quota counts the objects: they are not stored, or are events. */
  NO_QUOTA,

  /** An update may need less of a quota than before, such as that of a pod that ends. */
  VARYING_QUOTA_USAGE,

  /** The objects configure admission: no webhook or policy applies to them. */
  CONFIGURES_ADMISSION,

  /** An empty object, as in a bookmark, has {@code spec.replicas}: 0. */
  REPLICAS_ALWAYS_SET,

  /** An empty object, as in a bookmark, has an annotation with the generation of its template. */
  TEMPLATE_GENERATION,

  /** An empty object has its members in an order other than that of their protobuf numbers. */
  GO_FIELD_ORDER;

  /** Returns the word for this trait in {@code resources.txt}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

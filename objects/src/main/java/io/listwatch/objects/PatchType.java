package io.listwatch.objects;

/** The types of patches that change an object without regard to field managers. */
public enum PatchType {
  /** JSON Patch, RFC 6902: {@code application/json-patch+json}. */
  JSON,

  /** JSON Merge Patch, RFC 7386: {@code application/merge-patch+json}. */
  MERGE,

  /** Strategic merge patch, for built-in kinds: {@code application/strategic-merge-patch+json}. */
  STRATEGIC
}

package io.listwatch.objects;

/** The types of patches, other than server-side apply. */
public enum PatchType {
  /** JSON Patch, RFC 6902: {@code application/json-patch+json}. */
  JSON,

  /** JSON Merge Patch, RFC 7386: {@code application/merge-patch+json}. */
  MERGE,

  /** Strategic merge patch, for built-in kinds: {@code application/strategic-merge-patch+json}. */
  STRATEGIC
}

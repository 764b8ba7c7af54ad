package io.listwatch.server.audit;

import java.util.Set;

/**
 * The decision of an audit policy about one request.
 *
 * @param omitted the stages without an event
 * @param omitsManagedFields true if bodies are shown without {@code metadata.managedFields}
 */
record AuditDecision(AuditLevel level, Set<AuditStage> omitted, boolean omitsManagedFields) {
  static final AuditDecision NONE = new AuditDecision(AuditLevel.NONE, Set.of(), false);

  AuditDecision {
    omitted = Set.copyOf(omitted);
  }

  boolean records(AuditStage stage) {
    return level != AuditLevel.NONE && !omitted.contains(stage);
  }
}

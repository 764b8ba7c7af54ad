/**
 * Audit events of requests: which are recorded, what they contain, and where they go.
 *
 * <p>Start at {@link Auditor}; {@link AuditPolicy} decides about a request, {@link RequestAudit}
 * collects what its events show.
 *
 * <p>Internal but for {@link Auditor}.
 */
@NullMarked
package io.listwatch.server.audit;

import org.jspecify.annotations.NullMarked;

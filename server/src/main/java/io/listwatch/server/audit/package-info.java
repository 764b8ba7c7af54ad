/**
 * Audit events of requests: the policy, the content of the events, and the backends that receive
 * them.
 *
 * <p>Start at {@link Auditor}; {@link AuditPolicy} selects the requests, {@link RequestAudit}
 * collects the content of its events.
 *
 * <p>Internal but for {@link Auditor}.
 */
@NullMarked
package io.listwatch.server.audit;

import org.jspecify.annotations.NullMarked;

/**
 * Role-based access control: authorizes requests with the stored Roles, ClusterRoles and bindings.
 *
 * <p>Start at {@link RbacAuthorizer}, which reads an {@link RbacPolicy}. {@link RbacFeed} keeps the
 * policy in step with storage, and {@link EscalationCheck} rejects roles and bindings that would
 * grant more than their author has.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.auth.rbac;

import org.jspecify.annotations.NullMarked;

/**
 * The OpenAPI V2 and V3 documents of the served API.
 *
 * <p>Start at {@link io.listwatch.server.registry.openapi.OpenApiDocuments}. A document consists of
 * {@link io.listwatch.server.registry.openapi.Operation operations}, which come from the registry,
 * and of {@link io.listwatch.server.registry.openapi.DocumentSchemas schemas}, which come from the
 * built-in types and from CRDs.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.openapi;

import org.jspecify.annotations.NullMarked;

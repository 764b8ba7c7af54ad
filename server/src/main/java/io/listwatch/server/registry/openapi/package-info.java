/**
 * What clients read to learn what objects look like and what can be asked about them: OpenAPI, in
 * its versions 2 and 3.
 *
 * <p>Start at {@link io.listwatch.server.registry.openapi.OpenApiDocuments}. A document is made of
 * {@link io.listwatch.server.registry.openapi.Operation operations}, which the registry knows, and
 * of {@link io.listwatch.server.registry.openapi.DocumentSchemas schemas}, which the table of
 * built-in types and the definitions of users know. There is no prose in it.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.openapi;

import org.jspecify.annotations.NullMarked;

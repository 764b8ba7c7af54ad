/**
 * The rows and columns of Tables, which {@code kubectl get} prints.
 *
 * <p>Start at {@link io.listwatch.server.registry.table.PlainColumns}, whose cells are read from an
 * object's bytes one by one, and {@link io.listwatch.server.registry.table.ComputedColumns}, whose
 * cells need the whole object.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.table;

import org.jspecify.annotations.NullMarked;

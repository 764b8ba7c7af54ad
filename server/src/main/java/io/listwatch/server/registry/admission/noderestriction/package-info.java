/**
 * The admission plug-in NodeRestriction: a node writes only its own objects and those of its pods.
 *
 * <p>Start at {@link NodeRestriction}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.admission.noderestriction;

import org.jspecify.annotations.NullMarked;

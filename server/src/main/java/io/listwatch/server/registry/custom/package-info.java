/**
 * Resources that users define: from the objects that define them to what is served.
 *
 * <p>Start at {@link io.listwatch.server.registry.custom.CustomResources}, which follows the
 * definitions. What a definition means ({@link
 * io.listwatch.server.registry.custom.CustomDefinitions}), what becomes of it ({@link
 * io.listwatch.objects.custom.CustomStatus}) and what is wrong with it ({@link
 * io.listwatch.objects.custom.CustomValidation}) are functions of the object alone.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.custom;

import org.jspecify.annotations.NullMarked;

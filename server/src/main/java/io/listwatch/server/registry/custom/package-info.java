/**
 * Custom resources: from stored CustomResourceDefinitions to served resources.
 *
 * <p>Start at {@link io.listwatch.server.registry.custom.CustomResources}, which follows the CRDs.
 * The served definitions ({@link io.listwatch.server.registry.custom.CustomDefinitions}), the
 * status ({@link io.listwatch.objects.custom.CustomStatus}) and the validation ({@link
 * io.listwatch.objects.custom.CustomValidation}) are pure functions of a CRD.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.custom;

import org.jspecify.annotations.NullMarked;

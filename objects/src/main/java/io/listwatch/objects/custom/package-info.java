/**
 * CustomResourceDefinitions, and the objects of the kinds that they define.
 *
 * <p>Start at {@link io.listwatch.objects.custom.CustomResourceDefinition}. {@link
 * io.listwatch.objects.custom.DefinitionRules} default and validate a definition, {@link
 * io.listwatch.objects.custom.SchemaContent} prunes, defaults and validates an object.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.custom;

import org.jspecify.annotations.NullMarked;

/**
 * Converts YAML to JSON.
 *
 * <p>Start at {@link io.listwatch.objects.yaml.YamlText}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.yaml;

import org.jspecify.annotations.NullMarked;

/**
 * YAML, read as the JSON that it stands for.
 *
 * <p>Start at {@link io.listwatch.objects.yaml.YamlText}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.yaml;

import org.jspecify.annotations.NullMarked;

package io.listwatch.objects.strategy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.Traits;

/**
 * A kind as its {@link Strategy} needs it.
 *
 * @param hasStatus whether {@code status} is a subresource
 */
public record WrittenKind(ResourceType type, boolean hasStatus, Traits traits) {}

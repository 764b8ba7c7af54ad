package io.listwatch.objects.strategy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.Traits;

/**
 * The properties of a kind that its {@link Strategy} needs.
 *
 * @param hasStatus true if {@code status} is a subresource
 */
public record WrittenKind(ResourceType type, boolean hasStatus, Traits traits) {}

package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Counts the objects of a resource. */
final class ObjectCount implements QuotaEvaluator {
  private final List<String> counted;

  ObjectCount(List<String> counted) {
    this.counted = counted;
  }

  @Override
  public boolean handles(String subresource, JsonValue object, @Nullable JsonValue old) {
    return subresource.isEmpty() && old == null;
  }

  @Override
  public Set<String> matching(Collection<String> names) {
    Set<String> found = new TreeSet<>(names);
    found.retainAll(counted);
    return found;
  }

  @Override
  public ResourceQuantities usage(JsonValue object, Instant now) {
    return ResourceQuantities.one(counted);
  }
}

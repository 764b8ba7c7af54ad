package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The variable {@code variables}: evaluates a variable of a policy when it is first used, and keeps
 * its value or its failure.
 */
@SuppressWarnings("Immutable") // belongs to one evaluation, and so to one thread
final class LazyVariables extends CelValue implements Map<String, Object> {
  private static final CelType TYPE = MapType.create(SimpleType.STRING, SimpleType.DYN);

  private final Map<String, AdmissionExpression> expressions;
  private final AdmissionInput input;
  private final Map<String, Object> known = new HashMap<>();

  LazyVariables(Map<String, AdmissionExpression> expressions, AdmissionInput input) {
    this.expressions = expressions;
    this.input = input;
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    if (!(key instanceof String name)) {
      return null;
    }
    AdmissionExpression expression = expressions.get(name);
    if (expression == null) {
      return null;
    }
    Object value = known.get(name);
    if (value == null) {
      try {
        value = HeldValues.of(expression.variable(input, name));
      } catch (RuleFailure failure) {
        value = failure;
      }
      known.put(name, value);
    }
    if (value instanceof RuleFailure failure) {
      throw failure;
    }
    return value;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return expressions.containsKey(key);
  }

  @Override
  public int size() {
    return expressions.size();
  }

  @Override
  public boolean isEmpty() {
    return expressions.isEmpty();
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return isEmpty();
  }

  @Override
  public CelType celType() {
    return TYPE;
  }

  @Override
  public Set<String> keySet() {
    return expressions.keySet();
  }

  @Override
  public Collection<Object> values() {
    return entrySet().stream().map(Entry::getValue).toList();
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return expressions.keySet().stream()
        .map(name -> Map.<String, Object>entry(name, String.valueOf(get(name))))
        .collect(Collectors.toSet());
  }

  @Override
  public boolean containsValue(@Nullable Object value) {
    return false;
  }

  @Override
  public @Nullable Object put(String key, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable Object remove(@Nullable Object key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAll(Map<? extends String, ?> others) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return "variables";
  }
}

package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Quantities by resource name, like Kubernetes' {@code ResourceList}. Immutable. */
public final class ResourceQuantities {
  public static final ResourceQuantities NONE = new ResourceQuantities(new TreeMap<>());

  private final SortedMap<String, String> quantities;

  private ResourceQuantities(SortedMap<String, String> quantities) {
    this.quantities = quantities;
  }

  public static ResourceQuantities of(JsonValue object) {
    var read = new TreeMap<String, String>();
    for (Map.Entry<String, JsonValue> each : object.properties()) {
      read.put(each.getKey(), each.getValue().asText());
    }
    return new ResourceQuantities(read);
  }

  public static ResourceQuantities of(Map<String, String> quantities) {
    return new ResourceQuantities(new TreeMap<>(quantities));
  }

  /**
   * @param quantities must not change afterwards
   */
  static ResourceQuantities ofSorted(SortedMap<String, String> quantities) {
    return new ResourceQuantities(quantities);
  }

  /** Returns the quantity 1 for each name. */
  static ResourceQuantities one(Collection<String> names) {
    return same(names, "1");
  }

  /** Returns the quantity 0 for each name. */
  public static ResourceQuantities zero(Collection<String> names) {
    return same(names, "0");
  }

  private static ResourceQuantities same(Collection<String> names, String quantity) {
    var all = new TreeMap<String, String>();
    names.forEach(name -> all.put(name, quantity));
    return new ResourceQuantities(all);
  }

  public Collection<String> names() {
    return quantities.keySet();
  }

  public boolean isEmpty() {
    return quantities.isEmpty();
  }

  public ResourceQuantities plus(ResourceQuantities others) {
    if (others.isEmpty()) {
      return this;
    }
    var sum = new TreeMap<>(quantities);
    others.quantities.forEach((name, more) -> sum.merge(name, more, Quantities::sum));
    return new ResourceQuantities(sum);
  }

  /** Returns the difference, but never less than zero. */
  ResourceQuantities minus(ResourceQuantities others) {
    var left = new TreeMap<String, String>();
    quantities.forEach(
        (name, quantity) -> {
          String less = Quantities.difference(quantity, others.quantities.getOrDefault(name, "0"));
          left.put(name, Quantities.decimalValue(less).signum() > 0 ? less : "0");
        });
    return new ResourceQuantities(left);
  }

  /** Returns only the quantities with these names. */
  public ResourceQuantities only(Collection<String> names) {
    var kept = new TreeMap<String, String>();
    for (String name : names) {
      String quantity = quantities.get(name);
      if (quantity != null) {
        kept.put(name, quantity);
      }
    }
    return new ResourceQuantities(kept);
  }

  ResourceQuantities withoutZeros() {
    for (String each : quantities.values()) {
      if (Quantities.isZero(each)) {
        var kept = new TreeMap<>(quantities);
        kept.values().removeIf(Quantities::isZero);
        return new ResourceQuantities(kept);
      }
    }
    return this;
  }

  /** Returns the names whose quantity is greater here than in {@code bounds}. */
  SortedSet<String> above(ResourceQuantities bounds) {
    var names = new TreeSet<String>();
    quantities.forEach(
        (name, quantity) -> {
          String bound = bounds.quantities.get(name);
          if (bound != null && Quantities.compare(quantity, bound) > 0) {
            names.add(name);
          }
        });
    return names;
  }

  List<String> negative() {
    var names = new ArrayList<String>(0);
    quantities.forEach(
        (name, quantity) -> {
          if (quantity.indexOf('-') >= 0 && Quantities.decimalValue(quantity).signum() < 0) {
            names.add(name);
          }
        });
    return names;
  }

  /** True if both have the same names with the same values; {@code 1} equals {@code 1000m}. */
  public boolean sameAs(ResourceQuantities other) {
    return quantities.keySet().equals(other.quantities.keySet())
        && quantities.entrySet().stream()
            .allMatch(
                each ->
                    Quantities.compare(
                            each.getValue(), other.quantities.getOrDefault(each.getKey(), "0"))
                        == 0);
  }

  public JsonObject toJson() {
    JsonObject object = new JsonObject();
    quantities.forEach(object::put);
    return object;
  }

  @Override
  public String toString() {
    return quantities.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(","));
  }
}

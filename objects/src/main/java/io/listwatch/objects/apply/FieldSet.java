package io.listwatch.objects.apply;

import static io.listwatch.objects.apply.FieldsV1.SELF;
import static io.listwatch.objects.apply.FieldsV1.includesSelf;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A set of field paths: the fields that a manager owns, or those that a write changed. It can
 * contain a path without the paths below it, and the other way round.
 *
 * <p>Kept as {@link FieldsV1}, its form in objects, because most sets are written as they were
 * read. Operations look up the paths of their argument, which is usually the smaller set, and share
 * all unchanged parts.
 *
 * <p>Immutable.
 */
public final class FieldSet {
  private static final FieldSet EMPTY = new FieldSet(new JsonObject());

  /** The fields in canonical form. May include the path to them, which is not in this set. */
  private final JsonObject fields;

  /** The steps that contain numbers, by their exact spelling. Null until first used. */
  private volatile @Nullable Map<PathElement, String> numbers;

  private FieldSet(JsonObject fields) {
    this.fields = fields;
  }

  /** Returns the set without paths. */
  public static FieldSet empty() {
    return EMPTY;
  }

  /** Returns the set of these paths, which are given as in {@code metadata.name}. */
  public static FieldSet ofMembers(String... paths) {
    Builder builder = new Builder();
    for (String path : paths) {
      builder.add(List.of(path.split("\\.", -1)).stream().map(FieldSet::member).toList());
    }
    return builder.build();
  }

  private static PathElement member(String name) {
    return new PathElement.Member(name);
  }

  /**
   * Parses the JSON form, which the caller must not change afterwards.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static FieldSet parse(JsonValue fields) {
    return new FieldSet(FieldsV1.canonical(fields));
  }

  /** Returns the canonical JSON form, which the caller must not change. */
  public JsonObject toJson() {
    return isEmpty() ? new JsonObject() : FieldsV1.withoutSelf(fields);
  }

  public boolean isEmpty() {
    return !FieldsV1.hasSteps(fields);
  }

  /** Returns all paths, sorted. At each level, paths that end come before paths that continue. */
  List<List<PathElement>> paths() {
    List<List<PathElement>> paths = new ArrayList<>();
    addPaths(new ArrayList<>(), paths);
    return paths;
  }

  private void addPaths(List<PathElement> prefix, List<List<PathElement>> paths) {
    Map<PathElement, JsonObject> steps = new TreeMap<>();
    forEach((step, below) -> steps.put(PathElement.parse(step), below));
    steps.forEach(
        (step, below) -> {
          if (includesSelf(below)) {
            List<PathElement> path = new ArrayList<>(prefix);
            path.add(step);
            paths.add(List.copyOf(path));
          }
        });
    steps.forEach(
        (step, below) -> {
          prefix.add(step);
          new FieldSet(below).addPaths(prefix, paths);
          prefix.remove(prefix.size() - 1);
        });
  }

  /** True if the path of this single step is in the set. */
  boolean has(PathElement step) {
    String known = find(step.toString());
    return known != null && includesSelf(below(known));
  }

  /** Returns the paths that begin with the step, without that step. */
  FieldSet below(PathElement step) {
    String known = find(step.toString());
    return known == null ? EMPTY : new FieldSet(below(known));
  }

  private JsonObject below(String step) {
    return (JsonObject) fields.path(step);
  }

  /** Returns the step in this set's spelling; null if no path begins with it. */
  private @Nullable String find(String step) {
    if (fields.has(step)) {
      return step;
    }
    return mayHaveNumber(step) ? numbers().get(PathElement.parse(step)) : null;
  }

  private static boolean mayHaveNumber(String step) {
    for (int i = FieldsV1.isMember(step) ? step.length() : 2; i < step.length(); i++) {
      char c = step.charAt(i);
      if (step.charAt(i - 1) == ':' && (c == '-' || (c >= '0' && c <= '9'))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the steps with numbers. They are looked up by value, because one number has several
   * spellings, such as 1 and 1.0. Sorted, not hashed, because clients choose the values.
   */
  private Map<PathElement, String> numbers() {
    Map<PathElement, String> known = numbers;
    if (known == null) {
      known = new TreeMap<>();
      for (Map.Entry<String, JsonValue> step : fields.properties()) {
        if (mayHaveNumber(step.getKey())) {
          known.put(PathElement.parse(step.getKey()), step.getKey());
        }
      }
      numbers = known;
    }
    return known;
  }

  /**
   * Adds all struct members that have a path below them. They exist because their content does, so
   * no manager needs to own them.
   */
  FieldSet withNamedFields(Schema schema) {
    var edit = new FieldsV1Edit(fields);
    forEach(
        (step, below) -> {
          if (!below.isEmpty()) {
            boolean named = FieldsV1.isMember(step) && schema.declares(FieldsV1.name(step));
            FieldSet all = new FieldSet(below).withNamedFields(Schemas.below(schema, step));
            edit.put(step, named || includesSelf(below), all.fields);
          }
        });
    return new FieldSet(edit.result());
  }

  /**
   * Adapts a set that was made with an earlier schema: a manager of parts of a value that has
   * become atomic owns the whole value.
   */
  FieldSet fitted(Schema schema) {
    var edit = new FieldsV1Edit(fields);
    forEach(
        (step, below) -> {
          if (!below.isEmpty()) {
            Schema under = Schemas.below(schema, step);
            boolean whole = Schemas.isWhole(under);
            edit.put(
                step,
                whole || includesSelf(below),
                whole ? new JsonObject() : new FieldSet(below).fitted(under).fields);
          }
        });
    return new FieldSet(edit.result());
  }

  /** True if the path itself is in the set. */
  public boolean contains(List<PathElement> path) {
    if (path.isEmpty()) {
      return false;
    }
    return path.size() == 1
        ? has(path.get(0))
        : below(path.get(0)).contains(path.subList(1, path.size()));
  }

  /** Returns the paths that are in either set. */
  public FieldSet union(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    var edit = new FieldsV1Edit(fields);
    other.forEach(
        (step, twin) -> {
          String known = find(step);
          if (known == null) {
            edit.insert(step, twin);
          } else {
            JsonObject below = below(known);
            edit.put(
                known,
                includesSelf(below) || includesSelf(twin),
                new FieldSet(below).union(new FieldSet(twin)).fields);
          }
        });
    return new FieldSet(edit.result());
  }

  /** Returns the paths that are in both sets. */
  public FieldSet intersection(FieldSet other) {
    var edit = new FieldsV1Edit(fields);
    forEach(
        (step, below) -> {
          String known = other.find(step);
          JsonObject twin = known == null ? EMPTY.fields : other.below(known);
          edit.put(
              step,
              known != null && includesSelf(below) && includesSelf(twin),
              new FieldSet(below).intersection(new FieldSet(twin)).fields);
        });
    return new FieldSet(edit.result());
  }

  /** Returns the paths that are not in the other set. Paths below those of the other set stay. */
  public FieldSet minus(FieldSet other) {
    var edit = new FieldsV1Edit(fields);
    other.forEach(
        (step, twin) -> {
          String known = find(step);
          if (known != null) {
            JsonObject below = below(known);
            edit.put(
                known,
                includesSelf(below) && !includesSelf(twin),
                new FieldSet(below).minus(new FieldSet(twin)).fields);
          }
        });
    return new FieldSet(edit.result());
  }

  /** Returns the paths that are neither in the other set nor below one of its paths. */
  public FieldSet minusAllBelow(FieldSet other) {
    var edit = new FieldsV1Edit(fields);
    other.forEach(
        (step, twin) -> {
          String known = find(step);
          if (known != null) {
            JsonObject below = below(known);
            boolean all = includesSelf(twin);
            edit.put(
                known,
                includesSelf(below) && !all,
                all ? EMPTY.fields : new FieldSet(below).minusAllBelow(new FieldSet(twin)).fields);
          }
        });
    return new FieldSet(edit.result());
  }

  private void forEach(StepVisitor visitor) {
    fields.forEachMember(
        (step, below) -> {
          if (!step.equals(SELF)) {
            visitor.visit(step, (JsonObject) below);
          }
        });
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set
        && (toJson().equals(set.toJson()) || (minus(set).isEmpty() && set.minus(this).isEmpty()));
  }

  /** Independent of the spelling of numbers, like equality. */
  @Override
  public int hashCode() {
    return toJson().size();
  }

  @Override
  public String toString() {
    return toJson().toString();
  }

  /** Receives a step and the fields below it. */
  private interface StepVisitor {
    void visit(String step, JsonObject below);
  }

  /** Collects paths. Not thread-safe. */
  public static final class Builder {
    private final SortedMap<PathElement, Builder> branches = new TreeMap<>();
    private boolean member;
    private @Nullable JsonObject whole;

    /** Adds a path. The empty path is ignored. */
    public void add(List<PathElement> path) {
      at(path).addSelf();
    }

    /** Adds a path and all paths of the value at it. */
    void addAll(List<PathElement> path, JsonObject fieldsOfValue) {
      at(path).whole = fieldsOfValue;
    }

    private Builder at(List<PathElement> path) {
      Builder end = this;
      for (PathElement step : path) {
        end = end.below(step);
      }
      return end;
    }

    /** Returns a builder for the paths below a step. */
    Builder below(PathElement step) {
      return branches.computeIfAbsent(step, absent -> new Builder());
    }

    /** Adds the path of this builder itself. */
    void addSelf() {
      member = true;
    }

    public FieldSet build() {
      return branches.isEmpty() ? EMPTY : new FieldSet(FieldsV1.withoutSelf(toFields()));
    }

    private JsonObject toFields() {
      if (whole != null) {
        return whole;
      }
      JsonObject fields = new JsonObject();
      if (member && !branches.isEmpty()) {
        fields.putObject(SELF);
      }
      branches.forEach(
          (step, branch) -> {
            JsonObject below = branch.toFields();
            if (branch.member || !below.isEmpty() || branch.whole != null) {
              fields.set(step.toString(), below);
            }
          });
      return fields;
    }
  }
}

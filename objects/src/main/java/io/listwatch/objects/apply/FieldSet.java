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
 * A set of paths into an object: what a manager owns, what a write changed. A path may be in it
 * without those below it, and the other way round.
 *
 * <p>It is kept as {@link FieldsV1}, the form in which objects have it: most sets that are read are
 * written again as they were. Operations look up the paths of their argument, which is the smaller
 * set as a rule, and share all that they do not change.
 *
 * <p>Immutable.
 */
public final class FieldSet {
  private static final FieldSet EMPTY = new FieldSet(new JsonObject());

  /** In canonical form. May say that the path to these is in a set, which is not this one. */
  private final JsonObject fields;

  /** The steps with numbers, as they are spelled. Null until asked for. */
  private volatile @Nullable Map<PathElement, String> numbers;

  private FieldSet(JsonObject fields) {
    this.fields = fields;
  }

  /** No path at all. */
  public static FieldSet empty() {
    return EMPTY;
  }

  /** The paths to these members, given as in {@code metadata.name}. */
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
   * Reads the JSON form, which must not be changed from then on.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static FieldSet parse(JsonValue fields) {
    return new FieldSet(FieldsV1.canonical(fields));
  }

  /** The JSON form, in canonical form. Not to be changed. */
  public JsonObject toJson() {
    return isEmpty() ? new JsonObject() : FieldsV1.withoutSelf(fields);
  }

  public boolean isEmpty() {
    return !FieldsV1.hasSteps(fields);
  }

  /** The paths: those that end at a step before those that go on, each in order. */
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

  /** Whether the path of one step is in the set. */
  boolean has(PathElement step) {
    String known = find(step.toString());
    return known != null && includesSelf(below(known));
  }

  /** The paths that begin with the step, without it. */
  FieldSet below(PathElement step) {
    String known = find(step.toString());
    return known == null ? EMPTY : new FieldSet(below(known));
  }

  private JsonObject below(String step) {
    return (JsonObject) fields.path(step);
  }

  /** The step as this set spells it; null if no path begins with it. */
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

  /** One number has several spellings, as 1 and 1.0. Sorted: the values are the clients' own. */
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
   * The same with all members of structs that have a path below them. Those are there because
   * something in them is; nobody needs to own them.
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
   * The same for a schema that was another when the set was made: who owned a part of what is
   * atomic now owns the whole.
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

  /** Whether the path itself is in the set. */
  public boolean contains(List<PathElement> path) {
    if (path.isEmpty()) {
      return false;
    }
    return path.size() == 1
        ? has(path.get(0))
        : below(path.get(0)).contains(path.subList(1, path.size()));
  }

  /** The paths that are in one of the two. */
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

  /** The paths that are in both. */
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

  /** The paths that are not in the other; those below them stay. */
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

  /** The paths that are neither in the other nor below one of its paths. */
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
    for (Map.Entry<String, JsonValue> step : fields.properties()) {
      if (!step.getKey().equals(SELF)) {
        visitor.visit(step.getKey(), (JsonObject) step.getValue());
      }
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set
        && (toJson().equals(set.toJson()) || (minus(set).isEmpty() && set.minus(this).isEmpty()));
  }

  /** Equal sets may spell numbers differently. */
  @Override
  public int hashCode() {
    return toJson().size();
  }

  @Override
  public String toString() {
    return toJson().toString();
  }

  /** Sees a step, and the fields below it. */
  private interface StepVisitor {
    void visit(String step, JsonObject below);
  }

  /** Collects paths. Not thread-safe. */
  public static final class Builder {
    private final SortedMap<PathElement, Builder> branches = new TreeMap<>();
    private boolean member;
    private @Nullable JsonObject whole;

    /** Adds a path; the empty one says nothing and is left out. */
    public void add(List<PathElement> path) {
      at(path).addSelf();
    }

    /** Adds all paths of a value that stands at a path, and that path. */
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

    /** Collects what is below a step. */
    Builder below(PathElement step) {
      return branches.computeIfAbsent(step, absent -> new Builder());
    }

    /** Adds the path that leads here. */
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

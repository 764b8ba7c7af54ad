package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * <p>Its JSON form is that of {@code fieldsV1}: each step is a member, and {@code "."} stands for
 * the path itself where there are also paths below it.
 *
 * <p>Immutable.
 */
public final class FieldSet {
  private static final FieldSet EMPTY = new FieldSet(new TreeMap<>());
  private static final String SELF = ".";

  private final SortedMap<PathElement, Branch> branches;

  private FieldSet(SortedMap<PathElement, Branch> branches) {
    this.branches = branches;
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
   * Reads the JSON form.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static FieldSet parse(JsonNode fields) {
    if (!fields.isObject()) {
      throw new IllegalArgumentException("fields: %s (expected: an object)".formatted(fields));
    }
    SortedMap<PathElement, Branch> branches = new TreeMap<>();
    for (Map.Entry<String, JsonNode> step : fields.properties()) {
      if (!step.getKey().equals(SELF)) {
        FieldSet below = parse(step.getValue());
        boolean member = step.getValue().isEmpty() || step.getValue().has(SELF);
        branches.put(PathElement.parse(step.getKey()), new Branch(member, below));
      }
    }
    return new FieldSet(branches);
  }

  /** The JSON form. */
  public ObjectNode toJson() {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      Branch branch = step.getValue();
      ObjectNode below = branch.below().toJson();
      if (branch.member() && !below.isEmpty()) {
        ObjectNode both = JsonNodeFactory.instance.objectNode();
        both.putObject(SELF);
        below = both.setAll(below);
      }
      fields.set(step.getKey().toString(), below);
    }
    return fields;
  }

  public boolean isEmpty() {
    return branches.isEmpty();
  }

  /** The paths: those that end at a step before those that go on, each in order. */
  List<List<PathElement>> paths() {
    List<List<PathElement>> paths = new ArrayList<>();
    addPaths(new ArrayList<>(), paths);
    return paths;
  }

  private void addPaths(List<PathElement> prefix, List<List<PathElement>> paths) {
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      if (step.getValue().member()) {
        List<PathElement> path = new ArrayList<>(prefix);
        path.add(step.getKey());
        paths.add(List.copyOf(path));
      }
    }
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      prefix.add(step.getKey());
      step.getValue().below().addPaths(prefix, paths);
      prefix.remove(prefix.size() - 1);
    }
  }

  /** Whether the path of one step is in the set. */
  boolean has(PathElement step) {
    Branch branch = branches.get(step);
    return branch != null && branch.member();
  }

  /** The paths that begin with the step, without it. */
  FieldSet below(PathElement step) {
    Branch branch = branches.get(step);
    return branch == null ? EMPTY : branch.below();
  }

  /**
   * The same with all members of structs that have a path below them. Those are there because
   * something in them is; nobody needs to own them.
   */
  FieldSet withNamedFields(Schema schema) {
    SortedMap<PathElement, Branch> result = new TreeMap<>();
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      Branch branch = step.getValue();
      boolean named =
          step.getKey() instanceof PathElement.Member member && schema.declares(member.name());
      FieldSet below = branch.below();
      result.put(
          step.getKey(),
          below.isEmpty()
              ? branch
              : new Branch(
                  branch.member() || named,
                  below.withNamedFields(Schemas.below(schema, step.getKey()))));
    }
    return new FieldSet(result);
  }

  /**
   * The same for a schema that was another when the set was made: who owned a part of what is
   * atomic now owns the whole.
   */
  FieldSet fitted(Schema schema) {
    SortedMap<PathElement, Branch> result = new TreeMap<>();
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      Schema under = Schemas.below(schema, step.getKey());
      FieldSet below = step.getValue().below();
      result.put(
          step.getKey(),
          below.isEmpty()
              ? step.getValue()
              : Schemas.isWhole(under)
                  ? new Branch(true, EMPTY)
                  : new Branch(step.getValue().member(), below.fitted(under)));
    }
    return new FieldSet(result);
  }

  /** Whether the path itself is in the set. */
  public boolean contains(List<PathElement> path) {
    if (path.isEmpty()) {
      return false;
    }
    Branch branch = branches.get(path.get(0));
    if (branch == null) {
      return false;
    }
    return path.size() == 1
        ? branch.member()
        : branch.below().contains(path.subList(1, path.size()));
  }

  /** The paths that are in one of the two. */
  public FieldSet union(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    SortedMap<PathElement, Branch> result = new TreeMap<>(branches);
    other.branches.forEach((step, branch) -> result.merge(step, branch, Branch::union));
    return new FieldSet(result);
  }

  /** The paths that are in both. */
  public FieldSet intersection(FieldSet other) {
    SortedMap<PathElement, Branch> result = new TreeMap<>();
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      Branch branch = step.getValue();
      Branch twin = other.branches.get(step.getKey());
      if (twin != null) {
        put(
            result,
            step.getKey(),
            branch.member() && twin.member(),
            branch.below().intersection(twin.below()));
      }
    }
    return new FieldSet(result);
  }

  /** The paths that are not in the other; those below them stay. */
  public FieldSet minus(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return this;
    }
    SortedMap<PathElement, Branch> result = new TreeMap<>();
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      Branch branch = step.getValue();
      Branch twin = other.branches.get(step.getKey());
      if (twin == null) {
        result.put(step.getKey(), branch);
      } else {
        put(
            result,
            step.getKey(),
            branch.member() && !twin.member(),
            branch.below().minus(twin.below()));
      }
    }
    return new FieldSet(result);
  }

  /** The paths that are neither in the other nor below one of its paths. */
  public FieldSet minusAllBelow(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return this;
    }
    SortedMap<PathElement, Branch> result = new TreeMap<>();
    for (Map.Entry<PathElement, Branch> step : branches.entrySet()) {
      Branch branch = step.getValue();
      Branch twin = other.branches.get(step.getKey());
      if (twin == null) {
        result.put(step.getKey(), branch);
      } else if (!twin.member()) {
        put(result, step.getKey(), branch.member(), branch.below().minusAllBelow(twin.below()));
      }
    }
    return new FieldSet(result);
  }

  private static void put(
      SortedMap<PathElement, Branch> branches, PathElement step, boolean member, FieldSet below) {
    if (member || !below.isEmpty()) {
      branches.put(step, new Branch(member, below));
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set && branches.equals(set.branches);
  }

  @Override
  public int hashCode() {
    return branches.hashCode();
  }

  @Override
  public String toString() {
    return toJson().toString();
  }

  /** What is known of the paths through one step: whether one ends there, and those that go on. */
  private record Branch(boolean member, FieldSet below) {
    Branch union(Branch other) {
      return new Branch(member || other.member, below.union(other.below));
    }
  }

  /** Collects paths. Not thread-safe. */
  public static final class Builder {
    private final SortedMap<PathElement, Builder> branches = new TreeMap<>();
    private boolean member;

    /** Adds a path; the empty one says nothing and is left out. */
    public void add(List<PathElement> path) {
      Builder end = this;
      for (PathElement step : path) {
        end = end.below(step);
      }
      end.member = true;
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
      if (branches.isEmpty()) {
        return EMPTY;
      }
      SortedMap<PathElement, Branch> built = new TreeMap<>();
      branches.forEach((step, branch) -> put(built, step, branch.member, branch.build()));
      return new FieldSet(built);
    }
  }
}

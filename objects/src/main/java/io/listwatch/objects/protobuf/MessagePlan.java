package io.listwatch.objects.protobuf;

import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The steps that turn the JSON of one type into a message: one for each member, in the order in
 * which canonical JSON spells the members. Where JSON inlines a nested message, steps open and
 * close it.
 *
 * <p>Thread-safe: not changed after construction.
 */
final class MessagePlan {
  /** Plans by type name, built on first use; bounded by the number of types in the type table. */
  private static final Map<String, MessagePlan> PLANS = new ConcurrentHashMap<>();

  /**
   * The type of metadata. A stored object has no version; the version of a served one is the first
   * member of its metadata.
   */
  private static final String METADATA = "meta/v1.ObjectMeta";

  private static final String VERSION = "resourceVersion";

  final PlanStep[] steps;

  /** The step of the member that may come first instead of in its place; -1 if there is none. */
  final int movable;

  private MessagePlan(List<PlanStep> steps, int movable) {
    this.steps = steps.toArray(PlanStep[]::new);
    this.movable = movable;
  }

  static MessagePlan of(ObjectSchema type) {
    MessagePlan known = PLANS.get(type.name());
    if (known == null) {
      // Not computeIfAbsent: compiling a plan compiles those of the structs in it.
      known = compile(type);
      PLANS.put(type.name(), known);
    }
    return known;
  }

  private static MessagePlan compile(ObjectSchema type) {
    List<PlanStep> steps = new ArrayList<>();
    List<String> open = new ArrayList<>();
    int movable = -1;
    for (FieldSchema field : type.fields()) {
      List<String> path = List.of(field.numbers().split("\\."));
      List<String> parents = path.subList(0, path.size() - 1);
      enter(parents, open, steps);
      if (type.name().equals(METADATA) && field.name().equals(VERSION)) {
        movable = steps.size();
      }
      steps.add(member(type, field, path.get(path.size() - 1)));
    }
    enter(List.of(), open, steps);
    return new MessagePlan(steps, movable);
  }

  /**
   * Adds the steps that close and open inlined messages until just the parents of a member are
   * open.
   */
  private static void enter(List<String> parents, List<String> open, List<PlanStep> steps) {
    int common = 0;
    while (common < Math.min(parents.size(), open.size())
        && parents.get(common).equals(open.get(common))) {
      common++;
    }
    while (open.size() > common) {
      steps.add(PlanStep.CLOSE);
      open.remove(open.size() - 1);
    }
    for (String number : parents.subList(common, parents.size())) {
      steps.add(PlanStep.open(tag(number, PlanValue.LENGTH)));
      open.add(number);
    }
  }

  private static PlanStep member(ObjectSchema type, FieldSchema field, String number) {
    if (number.isEmpty()) {
      return PlanStep.member(field.name(), 0, PlanValue.SKIPPED, new byte[0]);
    }
    PlanValue value = PlanValue.of(field.type(), SchemaOr.of(simpleName(type), field.name()));
    int tag = tag(number, value.wireType());
    boolean always = !field.pointer() && value.alwaysWritten();
    return PlanStep.member(
        field.name(), tag, value, always ? MessageTranscoder.zero(tag, value) : new byte[0]);
  }

  private static String simpleName(ObjectSchema type) {
    return type.name().substring(type.name().indexOf('.') + 1);
  }

  private static int tag(String number, int wireType) {
    return Integer.parseInt(number) << 3 | wireType;
  }

  /**
   * Returns the step of the member whose name starts at {@code at}, or -1 if there is none from
   * {@code first} on.
   */
  int find(byte[] json, int at, int first) {
    long word = PlanStep.word(json, at);
    for (int i = first; i < steps.length; i++) {
      if (steps[i].matches(word, json, at)) {
        return i;
      }
    }
    return -1;
  }
}

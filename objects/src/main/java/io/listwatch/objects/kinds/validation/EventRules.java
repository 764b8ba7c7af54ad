package io.listwatch.objects.kinds.validation;

import java.util.List;

/**
 * Validates Events. Those of {@code events.k8s.io} are validated more strictly than those of the
 * core group; errors always have the field names of the core group.
 */
final class EventRules implements ValidationRules {
  private static final int MAX_TEXT = 128;
  private static final int MAX_MESSAGE = 1024;
  private static final int FEWEST = 2;
  private static final List<String> TYPES = List.of("Normal", "Warning");

  /** Namespaces of the events about cluster-scoped objects. */
  private static final List<String> DEFAULT_NAMESPACES = List.of("", "default");

  private final boolean strict;

  private EventRules(boolean strict) {
    this.strict = strict;
  }

  /** Returns the rules of the Events of the core group, which most programs write. */
  static EventRules ofCore() {
    return new EventRules(false);
  }

  static EventRules ofGroup() {
    return new EventRules(true);
  }

  @Override
  public void check(Field event) {
    checkNamespace(event);
    if (event.at("eventTime").present()) {
      checkReported(event);
    }
    if (strict) {
      checkStrictly(event);
    }
  }

  /**
   * Requires an event in the namespace of its object. Events about cluster-scoped objects belong in
   * a default namespace, which is the only check for events with an {@code eventTime}.
   */
  private void checkNamespace(Field event) {
    String namespace = event.at("metadata", "namespace").text();
    Field object = named(event, "regarding", "involvedObject").at("namespace");
    boolean exact = event.at("eventTime").present();
    boolean fits =
        object.isEmpty()
            ? DEFAULT_NAMESPACES.contains(namespace) || (exact && namespace.equals("kube-system"))
            : exact || object.is(namespace);
    if (!fits) {
      object.invalid(object.text(), "does not match event.namespace");
    }
  }

  private void checkReported(Field event) {
    Field controller = event.at(strict ? "reportingController" : "reportingComponent");
    controller.requireText();
    controller.matches(TextForm.QUALIFIED_NAME);
    for (String member : List.of("reportingInstance", "action", "reason")) {
      event.at(member).requireText();
      bound(event.at(member), MAX_TEXT);
    }
    bound(named(event, "note", "message"), MAX_MESSAGE);
  }

  private static void bound(Field text, int max) {
    if (text.text().length() > max) {
      text.invalid("", "can have at most " + max + " characters");
    }
  }

  private void checkStrictly(Field event) {
    event.at("series").ifPresent(EventRules::checkSeries);
    event.checkDeclared("eventTime");
    Field type = event.at("type");
    if (!TYPES.contains(type.text())) {
      type.invalid("", "has invalid value: " + type.text());
    }
    unset(named(event, "deprecatedFirstTimestamp", "firstTimestamp"));
    unset(named(event, "deprecatedLastTimestamp", "lastTimestamp"));
    unset(named(event, "deprecatedCount", "count"));
    Field source = named(event, "deprecatedSource", "source");
    if (!source.at("component").isEmpty() || !source.at("host").isEmpty()) {
      source.invalid("", "needs to be unset");
    }
  }

  private static void checkSeries(Field series) {
    if (series.at("count").number() < FEWEST) {
      series.at("count").invalid("", "should be at least " + FEWEST);
    }
    series.checkDeclared("lastObservedTime");
  }

  private static void unset(Field field) {
    if (field.present() && !(field.value().isNumber() && field.number() == 0)) {
      field.invalid("", "needs to be unset");
    }
  }

  /** Returns a field that has another name in the core group. */
  private Field named(Field event, String name, String oldName) {
    return strict ? event.at(name).called(FieldPath.ROOT.child(oldName)) : event.at(oldName);
  }

  @Override
  public void checkChange(Field next, Field old) {
    checkNamespace(next);
    if (next.at("eventTime").present()) {
      checkReported(next);
    }
    if (strict) {
      next.at("series").ifPresent(EventRules::checkSeries);
      checkSame(next, old);
    }
  }

  /** Rejects every change, except of {@code series}. */
  private void checkSame(Field next, Field old) {
    checkSameReference(named(next, "regarding", "involvedObject"), old.at("regarding"));
    next.checkImmutable(old, "reason");
    named(next, "note", "message").checkImmutable(old.at("note"));
    named(next, "deprecatedSource", "source").checkImmutable(old.at("deprecatedSource"));
    named(next, "deprecatedFirstTimestamp", "firstTimestamp")
        .checkImmutable(old.at("deprecatedFirstTimestamp"));
    named(next, "deprecatedLastTimestamp", "lastTimestamp")
        .checkImmutable(old.at("deprecatedLastTimestamp"));
    named(next, "deprecatedCount", "count").checkImmutable(old.at("deprecatedCount"));
    // kube-apiserver reports a changed reason twice.
    next.checkImmutable(old, "reason", "type", "eventTime", "action");
    checkSameReference(next.at("related"), old.at("related"));
    next.checkImmutable(old, "reportingController", "reportingInstance");
  }

  private static void checkSameReference(Field next, Field old) {
    if (!next.alike(old)) {
      next.invalid(
          GoStruct.of(next)
              .withText("Kind", "kind")
              .withText("Namespace", "namespace")
              .withText("Name", "name")
              .withText("UID", "uid")
              .withText("APIVersion", "apiVersion")
              .withText("ResourceVersion", "resourceVersion")
              .withText("FieldPath", "fieldPath"),
          "field is immutable");
    }
  }
}

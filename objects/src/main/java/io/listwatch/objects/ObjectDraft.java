package io.listwatch.objects;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.UnknownFields;
import io.listwatch.objects.schema.WrongTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An object between manifest and storage: decodes it, drops unknown fields and sets defaults. */
final class ObjectDraft {
  private static final String DEFAULT_NAMESPACE = "default";
  private static final Pattern WRONG_FIELD = Pattern.compile("Go struct field \\w+\\.(\\S+) of");
  private static final Pattern QUOTED = Pattern.compile("\"(.*)\"", Pattern.DOTALL);

  private final KnownKind kind;
  private final Manifest source;
  private final List<Problem> problems = new ArrayList<>();
  private @Nullable JsonObject object;

  private ObjectDraft(KnownKind kind, Manifest source) {
    this.kind = kind;
    this.source = source;
  }

  /** Decodes and defaults an object. */
  static ObjectDraft of(KnownKind kind, Manifest source) {
    return of(kind, source, false);
  }

  /** Decodes and defaults the result of an apply, whose nulls stay. */
  static ObjectDraft ofApplied(KnownKind kind, Manifest source) {
    return of(kind, source, true);
  }

  private static ObjectDraft of(KnownKind kind, Manifest source, boolean applied) {
    var draft = new ObjectDraft(kind, source);
    JsonObject sent = source.copy();
    if (draft.fits(sent)) {
      draft.dropUnknownFields(sent);
      draft.object = draft.completed(sent, applied);
    }
    return draft;
  }

  /** Returns the problems so far. */
  List<Problem> problems() {
    return problems;
  }

  /** Returns the object; null if it cannot be decoded. */
  @Nullable JsonObject object() {
    return object;
  }

  private boolean fits(JsonObject sent) {
    String problem =
        kind.schema() != null
            ? WrongTypes.first(sent, kind.schema())
            : kind.content().unreadable(sent).orElse(null);
    if (problem == null) {
      return true;
    }
    Matcher field = WRONG_FIELD.matcher(problem);
    problems.add(
        Problem.at(Problem.WRONG_TYPE, field.find() ? field.group(1) : "", problem, source));
    return false;
  }

  private void dropUnknownFields(JsonObject sent) {
    List<String> unknown = new ArrayList<>();
    if (kind.schema() != null) {
      unknown.addAll(UnknownFields.complaints(sent, kind.schema(), List.of(), true));
    } else {
      kind.content().prune(sent).forEach(path -> unknown.add("unknown field \"" + path + "\""));
    }
    for (String each : unknown) {
      Matcher path = QUOTED.matcher(each);
      problems.add(
          Problem.at(Problem.UNKNOWN_FIELD, path.find() ? path.group(1) : "", each, source));
    }
    for (RepeatedField each : source.duplicates()) {
      int line = each.isYaml() ? each.line() : source.line(each.path());
      problems.add(new Problem(Problem.DUPLICATE_FIELD, each.path(), each.complaint(), line));
    }
  }

  private JsonObject completed(JsonObject sent, boolean applied) {
    JsonObject canonical = kind.canonical(sent);
    Metadata metadata = Metadata.of(canonical);
    if (sent.path("metadata").path("managedFields") instanceof JsonArray owners) {
      // An empty managedFields list differs from an absent one.
      metadata.node().set("managedFields", owners.deepCopy());
    }
    if (!kind.namespaced()) {
      metadata.set("namespace", "");
    } else if (metadata.namespace().isEmpty()) {
      metadata.set("namespace", DEFAULT_NAMESPACE);
    }
    var unused = metadata.dropRepeatedOwners();
    if (applied) {
      kind.strategy().completeApplied(canonical);
    } else {
      kind.strategy().complete(canonical);
    }
    return canonical;
  }
}

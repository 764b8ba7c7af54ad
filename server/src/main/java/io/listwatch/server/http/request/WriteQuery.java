package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.admission.AdmissionNotes;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.List;
import java.util.stream.Collectors;

/** Parses the parameters of a create, an update or a patch. */
public final class WriteQuery {
  private static final int MAX_MANAGER_BYTES = 128;
  private static final String FIELD_MANAGER = "fieldManager";

  private final QueryParameters query;
  private final String userAgent;
  private final AdmissionNotes warnings;

  /**
   * @param userAgent names the field manager if no parameter does
   * @param warnings receives warnings for the client
   */
  public WriteQuery(QueryParameters query, String userAgent, AdmissionNotes warnings) {
    this.query = query;
    this.userAgent = userAgent;
    this.warnings = warnings;
  }

  public WriteOptions create() {
    return options("CreateOptions");
  }

  public WriteOptions update() {
    return options("UpdateOptions");
  }

  private WriteOptions options(String kind) {
    var errors = new FieldErrors(kind);
    return options(errors, false);
  }

  public WriteOptions patch(Patch.Type type) {
    var errors = new FieldErrors("PatchOptions");
    if (type == Patch.Type.APPLY) {
      if (query.text(FIELD_MANAGER).isEmpty()) {
        errors.require(FIELD_MANAGER, "is required for apply patch");
      }
    } else if (query.has("force")) {
      errors.forbid("force", "may not be specified for non-apply patch");
    }
    return options(errors, query.flag("force"));
  }

  private WriteOptions options(FieldErrors errors, boolean force) {
    checkManager(errors);
    boolean dryRun = dryRun(query.all("dryRun"), errors);
    FieldValidation validation = validation(errors);
    errors.throwIfAny();
    return new WriteOptions(manager(), dryRun, validation, force).warning(warnings).sent(sent());
  }

  /** Returns the options in the order of their fields in CreateOptions and UpdateOptions. */
  private JsonObject sent() {
    var sent = new JsonObject();
    List<String> stages = query.all("dryRun");
    if (!stages.isEmpty()) {
      JsonArray list = sent.putArray("dryRun");
      stages.forEach(list::add);
    }
    for (String name : List.of(FIELD_MANAGER, "fieldValidation")) {
      if (!query.text(name).isEmpty()) {
        sent.put(name, query.text(name));
      }
    }
    return sent;
  }

  private void checkManager(FieldErrors errors) {
    String manager = query.text(FIELD_MANAGER);
    if (manager.getBytes(UTF_8).length > MAX_MANAGER_BYTES) {
      errors.tooLong(FIELD_MANAGER, "may not be more than 128 bytes");
    }
    int position = 0;
    for (int i = 0; i < manager.length(); i += Character.charCount(manager.codePointAt(i))) {
      int c = manager.codePointAt(i);
      if (!printable(c)) {
        String detail = "invalid character U+%04X (at position %d)".formatted(c, position);
        errors.invalid(FIELD_MANAGER, manager, detail);
        return;
      }
      position += Character.toString(c).getBytes(UTF_8).length;
    }
  }

  private static boolean printable(int c) {
    return c == ' '
        || !(Character.isISOControl(c) || Character.isWhitespace(c) || Character.isSpaceChar(c));
  }

  /** True if the request must not be stored. */
  static boolean dryRun(List<String> stages, FieldErrors errors) {
    if (stages.stream().anyMatch(stage -> !stage.equals("All"))) {
      String sent = stages.stream().map(Quotation::of).collect(Collectors.joining(",", "[", "]"));
      errors.unsupported("dryRun", sent, "\"All\"");
    }
    return !stages.isEmpty();
  }

  private FieldValidation validation(FieldErrors errors) {
    String word = query.text("fieldValidation");
    return switch (word) {
      case "", "Warn" -> FieldValidation.WARN;
      case "Ignore" -> FieldValidation.IGNORE;
      case "Strict" -> FieldValidation.STRICT;
      default -> {
        String supported = "\"\", \"Ignore\", \"Strict\", \"Warn\"";
        errors.unsupported("fieldValidation", Quotation.of(word), supported);
        yield FieldValidation.WARN;
      }
    };
  }

  private String manager() {
    String manager = query.text(FIELD_MANAGER);
    return manager.isEmpty() ? managerOf(userAgent) : manager;
  }

  /** Returns the name of the program: the part of the user agent before its version. */
  private static String managerOf(String userAgent) {
    String program = userAgent.split("/", 2)[0];
    var name = new StringBuilder();
    program
        .codePoints()
        .filter(WriteQuery::printable)
        .limit(MAX_MANAGER_BYTES / 4)
        .forEach(name::appendCodePoint);
    return name.isEmpty() ? "unknown" : name.toString();
  }
}

package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;

/**
 * An entry of {@code metadata.managedFields}.
 *
 * @param time in whole seconds, in UTC; empty if not known
 */
record ManagedEntry(
    String manager,
    String operation,
    String apiVersion,
    String time,
    String subresource,
    FieldSet fields) {
  static final String UPDATE = "Update";
  static final String APPLY = "Apply";

  /** The order of entries in an object. Timestamps of this form sort as strings. */
  static final Comparator<ManagedEntry> ORDER =
      Comparator.comparing(ManagedEntry::operation)
          .thenComparing(ManagedEntry::time)
          .thenComparing(ManagedEntry::manager)
          .thenComparing(ManagedEntry::apiVersion)
          .thenComparing(ManagedEntry::subresource);

  private static final String FIELDS_TYPE = "FieldsV1";

  static ManagedEntry of(FieldManager manager, String operation, FieldSet fields) {
    return new ManagedEntry(
        manager.name(),
        operation,
        manager.apiVersion(),
        DateTimeFormatter.ISO_INSTANT.format(manager.time()),
        manager.subresource(),
        fields);
  }

  /**
   * Parses an entry.
   *
   * @param index its place in the list, for the message
   * @throws IllegalArgumentException if the server cannot have written it
   */
  static ManagedEntry parse(JsonValue entry, int index) {
    String operation = text(entry, "operation");
    if (!operation.equals(UPDATE) && !operation.equals(APPLY)) {
      throw new IllegalArgumentException("operation must be `Apply` or `Update`");
    }
    if (text(entry, "apiVersion").isEmpty()) {
      throw new IllegalArgumentException("apiVersion must not be empty");
    }
    String fieldsType = text(entry, "fieldsType");
    if (!fieldsType.equals(FIELDS_TYPE)) {
      String problem =
          fieldsType.isEmpty() ? "missing fieldsType" : "invalid fieldsType \"" + fieldsType + "\"";
      throw new IllegalArgumentException(problem + " in managed fields entry " + index);
    }
    JsonValue fields = entry.path("fieldsV1");
    return new ManagedEntry(
        text(entry, "manager"),
        operation,
        text(entry, "apiVersion"),
        text(entry, "time"),
        text(entry, "subresource"),
        fields.isObject() ? FieldSet.parse(fields) : FieldSet.empty());
  }

  private static String text(JsonValue entry, String member) {
    return entry.path(member).asText("");
  }

  Identity identity() {
    return new Identity(manager, operation, isUpdate() ? apiVersion : "", subresource);
  }

  JsonObject toJson() {
    JsonObject entry = new JsonObject();
    put(entry, "manager", manager);
    put(entry, "operation", operation);
    put(entry, "apiVersion", apiVersion);
    put(entry, "time", time);
    put(entry, "fieldsType", FIELDS_TYPE);
    entry.set("fieldsV1", fields.toJson());
    put(entry, "subresource", subresource);
    return entry;
  }

  private static void put(JsonObject entry, String member, String value) {
    if (!value.isEmpty()) {
      entry.put(member, value);
    }
  }

  ManagedEntry owning(FieldSet other) {
    return new ManagedEntry(manager, operation, apiVersion, time, subresource, other);
  }

  ManagedEntry at(String otherTime) {
    return new ManagedEntry(manager, operation, apiVersion, otherTime, subresource, fields);
  }

  ManagedEntry in(String otherVersion) {
    return new ManagedEntry(manager, operation, otherVersion, time, subresource, fields);
  }

  boolean isUpdate() {
    return operation.equals(UPDATE);
  }

  /**
   * The identity of an owner. An applier stays the same across API versions.
   *
   * <p>Comparable, to keep hash tables fast: clients choose the names and could make them collide.
   *
   * @param apiVersion empty for an applier
   */
  record Identity(String manager, String operation, String apiVersion, String subresource)
      implements Comparable<Identity> {
    /** The order in which kube-apiserver lists and merges owners: that of their JSON. */
    static final Comparator<Identity> AS_JSON = Comparator.comparing(Identity::toJson);

    private static final Comparator<Identity> BY_PARTS =
        Comparator.comparing(Identity::manager)
            .thenComparing(Identity::operation)
            .thenComparing(Identity::apiVersion)
            .thenComparing(Identity::subresource);

    private String toJson() {
      JsonObject identity = new JsonObject();
      put(identity, "manager", manager);
      put(identity, "operation", operation);
      put(identity, "apiVersion", apiVersion);
      put(identity, "subresource", subresource);
      return JsonTrees.write(identity);
    }

    @Override
    public int compareTo(Identity other) {
      return BY_PARTS.compare(this, other);
    }
  }
}

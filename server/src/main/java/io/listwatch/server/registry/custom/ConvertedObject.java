package io.listwatch.server.registry.custom;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.selector.LabelSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks an object that a conversion webhook returned. It must be the same object in the requested
 * version. Of its metadata only labels and annotations are taken from the webhook; the rest stays
 * as it was.
 *
 * @param place the position in a response with several objects, for error messages; empty for a
 *     single object
 */
record ConvertedObject(JsonValue original, JsonValue converted, String place) {
  private static final List<String> SAME = List.of("kind", "name", "namespace", "uid");

  /** Returns the object with its metadata. Modifies the webhook's object. */
  JsonObject checked(ResourceType wanted) throws InvalidConversionException {
    String apiVersion = converted.path("apiVersion").asText();
    if (!apiVersion.equals(wanted.apiVersion())) {
      throw wrong("invalid groupVersion", wanted.apiVersion(), apiVersion);
    }
    String kind = converted.path("kind").asText();
    if (!kind.equals(original.path("kind").asText())) {
      throw wrong("invalid kind", original.path("kind").asText(), kind);
    }
    for (String member : SAME) {
      checkSame(member);
    }
    JsonObject object = (JsonObject) converted;
    object.set("metadata", metadata());
    return object;
  }

  private InvalidConversionException wrong(String what, String expected, String received) {
    return new InvalidConversionException(
        "returned invalid %s: %s (expected %s, received %s)"
            .formatted(
                place.isEmpty() ? "object at index 0" : "converted object" + place,
                what,
                expected,
                received));
  }

  private void checkSame(String member) throws InvalidConversionException {
    String before = text(original, member);
    String after = text(converted, member);
    if (!before.equals(after)) {
      throw new InvalidConversionException(
          "returned invalid %s: must have the same %s: %s != %s"
              .formatted(
                  place.isEmpty() ? "object" : "converted object" + place,
                  member.equals("uid") ? "UID" : member,
                  before,
                  after));
    }
  }

  private static String text(JsonValue object, String member) {
    return (member.equals("kind") ? object : object.path("metadata")).path(member).asText();
  }

  private JsonObject metadata() throws InvalidConversionException {
    JsonValue made = converted.path("metadata");
    if (!made.isObject()) {
      throw invalidMetadata("missing metadata in converted object");
    }
    JsonObject metadata = (JsonObject) original.path("metadata").deepCopy();
    for (String member : List.of("labels", "annotations")) {
      JsonValue value = made.path(member);
      if (value.isMissing() || value.isNull()) {
        metadata.remove(member);
      } else {
        checkStrings(member, value);
        if (!value.equals(metadata.get(member))) {
          checkKeys(member, value);
        }
        metadata.set(member, value);
      }
    }
    return metadata;
  }

  private void checkStrings(String member, JsonValue texts) throws InvalidConversionException {
    if (!texts.isObject()) {
      throw invalidMetadata("invalid metadata.%s in converted object".formatted(member));
    }
    for (Map.Entry<String, JsonValue> each : texts.properties()) {
      if (!each.getValue().isText()) {
        throw invalidMetadata(
            "metadata.%s[%s] must be a string in converted object"
                .formatted(member, each.getKey()));
      }
    }
  }

  private void checkKeys(String member, JsonValue texts) throws InvalidConversionException {
    var errors = new ArrayList<FieldError>();
    for (Map.Entry<String, JsonValue> each : texts.properties()) {
      String key = each.getKey();
      if (member.equals("labels")) {
        add("metadata.labels", key, LabelSyntax.keyViolations(key), errors);
        String value = each.getValue().textValue();
        add("metadata.labels", value, LabelSyntax.valueViolations(value), errors);
      } else {
        String lower = key.toLowerCase(Locale.ROOT);
        add("metadata.annotation", key, LabelSyntax.keyViolations(lower), errors);
      }
    }
    if (!errors.isEmpty()) {
      throw invalidMetadata(errors.size() == 1 ? errors.get(0).toString() : errors.toString());
    }
  }

  private static void add(
      String field, String value, List<String> violations, List<FieldError> errors) {
    violations.forEach(each -> errors.add(FieldError.invalid(field, value, each)));
  }

  private InvalidConversionException invalidMetadata(String why) {
    return new InvalidConversionException(
        "returned invalid metadata%s: %s"
            .formatted(place.isEmpty() ? "" : " in object" + place, why));
  }
}

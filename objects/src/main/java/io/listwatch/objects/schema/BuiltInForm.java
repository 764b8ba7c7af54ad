package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical JSON of built-in kinds, as kube-apiserver writes it: members in the order of the
 * API, which is that of their protobuf numbers; maps sorted; quantities, times and numbers in
 * canonical form.
 *
 * <p>The Go type decides whether an empty value is written. A pointer is written if it is set. A
 * struct is always written, even as {@code {}}; a time in it as {@code null}, a quantity as {@code
 * "0"}. Other empty values are left out if they have {@code omitempty}, else written as {@code ""},
 * {@code 0}, {@code false} or, for lists and maps, {@code null}.
 *
 * <p>Members that the type does not have are kept, sorted, at the end.
 */
public final class BuiltInForm implements CanonicalForm {

  private final ObjectSchema schema;
  private final boolean keepsEmpty;

  public BuiltInForm(ObjectSchema schema) {
    this(schema, false);
  }

  private BuiltInForm(ObjectSchema schema, boolean keepsEmpty) {
    this.schema = schema;
    this.keepsEmpty = keepsEmpty;
  }

  /**
   * Returns a form that keeps given empty lists and maps if they have no {@code omitempty}. This
   * makes a difference only when comparing with the object that a client sent.
   */
  public BuiltInForm keepingEmpty() {
    return new BuiltInForm(schema, true);
  }

  @Override
  public JsonObject normalize(JsonObject object) {
    return struct(schema, object);
  }

  private JsonObject struct(ObjectSchema schema, @Nullable JsonObject given) {
    JsonObject spelled = new JsonObject(given == null ? 0 : given.size());
    List<FieldSchema> fields = schema.fields();
    int known = 0;
    for (int i = 0; i < fields.size(); i++) {
      FieldSchema field = fields.get(i);
      JsonValue value = given == null ? null : given.get(field.name());
      known += value == null ? 0 : 1;
      JsonValue member = member(field, value);
      if (member != null) {
        spelled.append(field.name(), member);
      }
    }
    if (given != null && known < given.size()) {
      addUnknown(schema, given, spelled);
    }
    return spelled;
  }

  private static void addUnknown(ObjectSchema schema, JsonObject given, JsonObject spelled) {
    List<String> names = new ArrayList<>();
    for (String name : given.fieldNames()) {
      if (schema.field(name) == null) {
        names.add(name);
      }
    }
    names.sort(null);
    for (String name : names) {
      spelled.set(name, SortedForm.sorted(given.path(name)));
    }
  }

  /** Returns the canonical form of a member; null if it is left out. */
  private @Nullable JsonValue member(FieldSchema field, @Nullable JsonValue given) {
    if (given != null && !given.isNull()) {
      JsonValue value = value(field.type(), given);
      if (field.pointer() ? !value.isNull() : !isEmpty(field.type(), value)) {
        return value;
      }
      if (keepsEmpty && value.isContainer() && !field.omitEmpty()) {
        return value;
      }
    }
    if (field.pointer()) {
      return field.omitEmpty() ? null : JsonValue.NULL;
    }
    if (field.omitZero() || (field.omitEmpty() && mayBeLeftOut(field.type()))) {
      return null;
    }
    return zero(field.type(), JsonValue.NULL);
  }

  /**
   * Go's {@code omitempty} leaves out any empty value but a struct, and these types are structs in
   * Go.
   */
  private static boolean mayBeLeftOut(ValueSchema type) {
    if (type instanceof Scalar scalar) {
      return switch (scalar) {
        case QUANTITY, TIME, MICROTIME, INT_OR_STRING, RAW, FIELDS -> false;
        default -> true;
      };
    }
    return !(type instanceof ObjectSchema);
  }

  private static boolean isEmpty(ValueSchema type, JsonValue value) {
    if (value.isContainer()) {
      return value.isEmpty() && (type instanceof ListOf || type instanceof MapOf);
    }
    return switch (value.type()) {
      case STRING -> value.textValue().isEmpty() && type != Scalar.INT_OR_STRING;
      case BOOLEAN -> !value.booleanValue();
      case NUMBER -> value.doubleValue() == 0;
      default -> true;
    };
  }

  /** Returns Go's zero value of a type. */
  private JsonValue zero(ValueSchema type, JsonValue emptyCollection) {
    if (type instanceof ObjectSchema struct) {
      return struct(struct, null);
    }
    if (!(type instanceof Scalar scalar)) {
      return emptyCollection;
    }
    return switch (scalar) {
      case STRING -> JsonValue.of("");
      case BOOL -> JsonValue.of(false);
      case INT32, INT64, DOUBLE, INT_OR_STRING -> JsonValue.of(0);
      case QUANTITY -> JsonValue.of("0");
      case BYTES -> emptyCollection;
      default -> JsonValue.NULL;
    };
  }

  private JsonValue value(ValueSchema type, JsonValue given) {
    if (type instanceof ObjectSchema struct && given instanceof JsonObject object) {
      return struct(struct, object);
    }
    if (type instanceof ListOf list && given instanceof JsonArray items) {
      return list(list.item(), items);
    }
    if (type instanceof MapOf map && given instanceof JsonObject members) {
      return map(map.value(), members);
    }
    return type instanceof Scalar scalar ? scalar(scalar, given) : SortedForm.sorted(given);
  }

  private JsonArray list(ValueSchema type, JsonArray given) {
    JsonArray items = new JsonArray(given.size());
    for (JsonValue item : given) {
      items.add(element(type, item));
    }
    return items;
  }

  private JsonObject map(ValueSchema type, JsonObject given) {
    String[] names = SortedForm.names(given);
    JsonObject members = new JsonObject(names.length);
    for (String name : names) {
      members.append(name, element(type, given.path(name)));
    }
    return members;
  }

  private JsonValue element(ValueSchema type, JsonValue given) {
    if (!given.isNull()) {
      return value(type, given);
    }
    return zero(type, type == Scalar.BYTES ? JsonValue.of("") : JsonValue.NULL);
  }

  private static JsonValue scalar(Scalar type, JsonValue given) {
    return switch (type) {
      case STRING, BOOL, INT_OR_STRING -> given;
      case INT32, INT64 -> Numbers.whole(given);
      case DOUBLE -> given.isNumber() ? Numbers.normalized(given) : given;
      case BYTES -> given.isText() ? bytes(given) : given;
      case QUANTITY -> quantity(given);
      case TIME -> given.isText() ? text(given, Times.seconds(given.textValue())) : given;
      case MICROTIME -> given.isText() ? text(given, Times.microseconds(given.textValue())) : given;
      case RAW -> SortedForm.sorted(given);
      case FIELDS -> given;
    };
  }

  private static JsonValue bytes(JsonValue given) {
    String text = given.textValue();
    boolean wrapped = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    return wrapped ? JsonValue.of(text.replace("\n", "").replace("\r", "")) : given;
  }

  private static JsonValue quantity(JsonValue given) {
    return given.isText() || given.isNumber()
        ? text(given, Quantities.canonical(given.asText()))
        : given;
  }

  private static JsonValue text(JsonValue given, @Nullable String spelled) {
    if (spelled == null) {
      return JsonValue.NULL;
    }
    return given.isText() && given.textValue().equals(spelled) ? given : JsonValue.of(spelled);
  }
}

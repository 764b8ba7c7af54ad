package io.listwatch.objects.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spells the objects of a built-in kind as the reference does: members in the order of the API,
 * which is that of their protobuf numbers; maps sorted; quantities, times and numbers in their one
 * spelling.
 *
 * <p>What is empty is there or not as its Go type has it. A pointer is there if it was given. A
 * struct is always there, even as {@code {}}; a time in it as {@code null}, a quantity as {@code
 * "0"}. Other values are left out when empty if they may be, and spelled {@code ""}, {@code 0},
 * {@code false} or, for lists and maps, {@code null} if not.
 *
 * <p>Members that the type does not have are kept, sorted, at the end.
 */
public final class BuiltInForm implements CanonicalForm {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

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
   * The same, but for lists and maps that are given empty and cannot be left out: they stay as they
   * are. Only who looks at what was sent sees the difference.
   */
  public BuiltInForm keepingEmpty() {
    return new BuiltInForm(schema, true);
  }

  @Override
  public byte[] encode(ObjectNode object) {
    return JsonWriter.write(normalize(object), EXPECTED_BYTES);
  }

  /** The object as {@link #encode} would spell it, as a tree of its own. */
  public ObjectNode normalize(ObjectNode object) {
    return struct(schema, object);
  }

  private ObjectNode struct(ObjectSchema schema, @Nullable ObjectNode given) {
    ObjectNode spelled = NODES.objectNode();
    int known = 0;
    for (FieldSchema field : schema.fields()) {
      JsonNode value = given == null ? null : given.get(field.name());
      known += value == null ? 0 : 1;
      JsonNode member = member(field, value);
      if (member != null) {
        spelled.set(field.name(), member);
      }
    }
    if (given != null && known < given.size()) {
      addUnknown(schema, given, spelled);
    }
    return spelled;
  }

  private static void addUnknown(ObjectSchema schema, ObjectNode given, ObjectNode spelled) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : given.properties()) {
      if (schema.field(member.getKey()) == null) {
        names.add(member.getKey());
      }
    }
    names.sort(null);
    for (String name : names) {
      spelled.set(name, SortedForm.sorted(given.get(name)));
    }
  }

  /** How a member is spelled; null if it is left out. */
  private @Nullable JsonNode member(FieldSchema field, @Nullable JsonNode given) {
    if (given != null && !given.isNull()) {
      JsonNode value = value(field.type(), given);
      if (field.pointer() ? !value.isNull() : !isEmpty(field.type(), value)) {
        return value;
      }
      if (keepsEmpty && value.isContainerNode() && !field.omitEmpty()) {
        return value;
      }
    }
    if (field.pointer()) {
      return field.omitEmpty() ? null : NullNode.instance;
    }
    if (field.omitZero() || (field.omitEmpty() && mayBeLeftOut(field.type()))) {
      return null;
    }
    return zero(field.type(), NullNode.instance);
  }

  /** Go leaves out an empty value of every kind but a struct; these are structs there. */
  private static boolean mayBeLeftOut(ValueSchema type) {
    if (type instanceof Scalar scalar) {
      return switch (scalar) {
        case QUANTITY, TIME, MICROTIME, INT_OR_STRING, RAW, FIELDS -> false;
        default -> true;
      };
    }
    return !(type instanceof ObjectSchema);
  }

  private static boolean isEmpty(ValueSchema type, JsonNode value) {
    if (value.isContainerNode()) {
      return value.isEmpty() && (type instanceof ListOf || type instanceof MapOf);
    }
    return switch (value.getNodeType()) {
      case STRING -> value.textValue().isEmpty() && type != Scalar.INT_OR_STRING;
      case BOOLEAN -> !value.booleanValue();
      case NUMBER -> value.doubleValue() == 0;
      default -> true;
    };
  }

  /** What stands for a value that was not given. */
  private JsonNode zero(ValueSchema type, JsonNode emptyCollection) {
    if (type instanceof ObjectSchema struct) {
      return struct(struct, null);
    }
    if (!(type instanceof Scalar scalar)) {
      return emptyCollection;
    }
    return switch (scalar) {
      case STRING -> NODES.textNode("");
      case BOOL -> NODES.booleanNode(false);
      case INT32, INT64, DOUBLE, INT_OR_STRING -> NODES.numberNode(0);
      case QUANTITY -> NODES.textNode("0");
      case BYTES -> emptyCollection;
      default -> NullNode.instance;
    };
  }

  private JsonNode value(ValueSchema type, JsonNode given) {
    if (type instanceof ObjectSchema struct && given instanceof ObjectNode object) {
      return struct(struct, object);
    }
    if (type instanceof ListOf list && given instanceof ArrayNode items) {
      return list(list.item(), items);
    }
    if (type instanceof MapOf map && given instanceof ObjectNode members) {
      return map(map.value(), members);
    }
    return type instanceof Scalar scalar ? scalar(scalar, given) : SortedForm.sorted(given);
  }

  private ArrayNode list(ValueSchema type, ArrayNode given) {
    ArrayNode items = NODES.arrayNode(given.size());
    for (JsonNode item : given) {
      items.add(element(type, item));
    }
    return items;
  }

  private ObjectNode map(ValueSchema type, ObjectNode given) {
    ObjectNode members = NODES.objectNode();
    String[] names = SortedForm.names(given);
    for (String name : names) {
      members.set(name, element(type, given.get(name)));
    }
    return members;
  }

  private JsonNode element(ValueSchema type, JsonNode given) {
    if (!given.isNull()) {
      return value(type, given);
    }
    return zero(type, type == Scalar.BYTES ? NODES.textNode("") : NullNode.instance);
  }

  private static JsonNode scalar(Scalar type, JsonNode given) {
    return switch (type) {
      case STRING, BOOL, INT_OR_STRING -> given;
      case INT32, INT64 -> Numbers.whole(given);
      case DOUBLE -> given.isNumber() ? Numbers.normalized(given) : given;
      case BYTES -> given.isTextual() ? bytes(given) : given;
      case QUANTITY -> quantity(given);
      case TIME -> given.isTextual() ? text(given, Times.seconds(given.textValue())) : given;
      case MICROTIME ->
          given.isTextual() ? text(given, Times.microseconds(given.textValue())) : given;
      case RAW -> SortedForm.sorted(given);
      case FIELDS -> given;
    };
  }

  private static JsonNode bytes(JsonNode given) {
    String text = given.textValue();
    boolean wrapped = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    return wrapped ? NODES.textNode(text.replace("\n", "").replace("\r", "")) : given;
  }

  private static JsonNode quantity(JsonNode given) {
    return given.isTextual() || given.isNumber()
        ? text(given, Quantities.canonical(given.asText()))
        : given;
  }

  private static JsonNode text(JsonNode given, @Nullable String spelled) {
    if (spelled == null) {
      return NullNode.instance;
    }
    return given instanceof TextNode same && same.textValue().equals(spelled)
        ? given
        : NODES.textNode(spelled);
  }
}

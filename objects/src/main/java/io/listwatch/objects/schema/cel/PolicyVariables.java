package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The type of {@code variables}: a field for each variable of a policy that was compiled before.
 */
@SuppressWarnings("Immutable") // belongs to the compilation of one policy
final class PolicyVariables implements CelTypeProvider {
  private static final String SHORT_NAME = "variables";

  /** The name of the type, whose fields are the variables of the policy. */
  static final StructTypeReference REFERENCE =
      StructTypeReference.create("kubernetes." + SHORT_NAME);

  /** Variables that contain each other would have types of any depth. */
  private static final int MAX_DEPTH = 64;

  private final Map<String, CelType> fields = new LinkedHashMap<>();

  /** Adds a variable. Like kube-apiserver, declares objects and optionals as dyn. */
  void declare(String name, CelType type) {
    fields.put(name, simplified(type, MAX_DEPTH));
  }

  private static CelType simplified(CelType type, int depth) {
    if (depth == 0) {
      return SimpleType.DYN;
    }
    return switch (type.kind()) {
      case ANY, BOOL, BYTES, DOUBLE, DURATION, INT, NULL_TYPE, STRING, TIMESTAMP, UINT -> type;
      case LIST -> ListType.create(simplified(((ListType) type).elemType(), depth - 1));
      case MAP ->
          MapType.create(
              simplified(((MapType) type).keyType(), depth - 1),
              simplified(((MapType) type).valueType(), depth - 1));
      default -> SimpleType.DYN;
    };
  }

  private StructType type() {
    return AdmissionTypes.struct(SHORT_NAME, fields);
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return ImmutableList.of(type());
  }

  @Override
  public Optional<CelType> findType(String typeName) {
    return typeName.equals(REFERENCE.name()) ? Optional.of(type()) : Optional.empty();
  }
}

package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.values.CelValueProvider;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The types that the expressions of a MutatingAdmissionPolicy construct: {@code Object} and the
 * types of its fields, such as {@code Object.metadata}, which may have any fields, and {@code
 * JSONPatch}.
 *
 * <p>A struct type of cel-java lists its fields, so these types have the fields that an expression
 * names.
 */
final class PatchTypes implements CelTypeProvider, CelValueProvider {
  /** The types without fields: evaluation only needs their names. */
  static final PatchTypes NAMES = new PatchTypes(ImmutableSet.of());

  static final String OBJECT = "Object";
  static final String PATCH = "JSONPatch";

  private static final String FIELD = OBJECT + ".";
  private static final StructType PATCH_TYPE =
      StructType.create(
          PATCH,
          ImmutableSet.of("op", "path", "from", "value"),
          field -> Optional.of(field.equals("value") ? SimpleType.DYN : SimpleType.STRING));

  private final ImmutableSet<String> fields;

  private PatchTypes(ImmutableSet<String> fields) {
    this.fields = fields;
  }

  /** Returns the types with all fields that a parsed expression names. */
  static PatchTypes of(CelAbstractSyntaxTree parsed) {
    return new PatchTypes(
        CelNavigableAst.fromAst(parsed)
            .getRoot()
            .allNodes()
            .flatMap(node -> named(node.expr()))
            .collect(ImmutableSet.toImmutableSet()));
  }

  private static Stream<String> named(CelExpr expression) {
    return switch (expression.exprKind().getKind()) {
      case SELECT -> Stream.of(expression.select().field());
      case STRUCT -> expression.struct().entries().stream().map(CelExpr.CelStruct.Entry::fieldKey);
      default -> Stream.empty();
    };
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return ImmutableList.of(PATCH_TYPE, objectType(OBJECT));
  }

  @Override
  public Optional<CelType> findType(String typeName) {
    if (typeName.equals(PATCH)) {
      return Optional.of(PATCH_TYPE);
    }
    return isObject(typeName) ? Optional.of(objectType(typeName)) : Optional.empty();
  }

  private static boolean isObject(String typeName) {
    return typeName.equals(OBJECT) || typeName.startsWith(FIELD);
  }

  private StructType objectType(String typeName) {
    return StructType.create(typeName, fields, field -> Optional.of(SimpleType.DYN));
  }

  @Override
  public Optional<Object> newValue(String structType, Map<String, Object> values) {
    return findType(structType).map(type -> new MadeObject(type, values));
  }
}

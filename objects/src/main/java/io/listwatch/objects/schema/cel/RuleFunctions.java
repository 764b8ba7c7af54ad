package io.listwatch.objects.schema.cel;

import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.ErrorValue;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import java.util.List;

/**
 * All functions that cel-java does not provide: the libraries that kube-apiserver adds, and
 * standard functions whose cost or behaviour differs.
 */
final class RuleFunctions {
  static final CelType ANY = TypeParamType.create("A");
  static final ListType LIST = ListType.create(ANY);
  static final ListType TEXTS = ListType.create(SimpleType.STRING);

  private RuleFunctions() {}

  static FunctionLibrary library() {
    var library = new FunctionLibrary();
    replaceOperators(library);
    TextConversions.addTo(library);
    TextFunctions.addTo(library);
    PatternFunctions.addTo(library);
    ListFunctions.addTo(library);
    UrlFunctions.addTo(library);
    QuantityFunctions.addTo(library);
    AddressFunctions.addTo(library);
    FormatFunctions.addTo(library);
    VersionFunctions.addTo(library);
    AuthorizerFunctions.addTo(library);
    return library;
  }

  /** Returns the Java class of an opaque type. */
  static Class<?> classOf(String typeName) {
    return switch (typeName) {
      case "kubernetes.URL" -> Url.class;
      case "kubernetes.Quantity" -> QuantityValue.class;
      case "net.IP" -> Address.class;
      case "net.CIDR" -> Network.class;
      case "kubernetes.NamedFormat" -> NamedFormat.class;
      case "kubernetes.Semver" -> SemanticVersion.class;
      case "kubernetes.authorization.Decision" -> DecisionValue.class;
      default ->
          typeName.startsWith("kubernetes.authorization.") ? AuthorizerValue.class : Object.class;
    };
  }

  static OpaqueType opaque(String name) {
    return OpaqueType.create(name);
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // CEL has no element types at run time
  private static void replaceOperators(FunctionLibrary library) {
    library
        .replacing(
            CelFunctionBinding.fromOverloads(
                "_==_",
                CelFunctionBinding.from(
                    "equals", Object.class, Object.class, RuleFunctions::equal)))
        .replacing(
            CelFunctionBinding.fromOverloads(
                "_!=_",
                CelFunctionBinding.from(
                    "not_equals", Object.class, Object.class, (a, b) -> !equal(a, b))))
        .replacing(
            CelFunctionBinding.fromOverloads(
                "matches",
                CelFunctionBinding.from(
                    "matches", String.class, String.class, PatternFunctions::matches),
                CelFunctionBinding.from(
                    "matches_string", String.class, String.class, PatternFunctions::matches)))
        .replacing(
            CelFunctionBinding.fromOverloads(
                "lists.range",
                CelFunctionBinding.from("lists_range", Long.class, ListFunctions::range)))
        .replacing(
            "_+_",
            AddOverload.values(),
            CelFunctionBinding.from(
                "add_list", List.class, List.class, (a, b) -> UnionList.of(a, b)));
  }

  private static boolean equal(Object a, Object b) {
    return Equality.equal(checked(a), checked(b));
  }

  /**
   * Returns an argument. Throws it if it is a failure: the runtime passes one as a value if it
   * occurred within {@code &&} or {@code ||}, or in a macro that uses them.
   */
  static Object checked(Object argument) {
    if (argument instanceof ErrorValue failure) {
      throw failure.value() instanceof CelRuntimeException e
          ? e
          : new RuleFailure(String.valueOf(failure.value().getMessage()));
    }
    return argument;
  }
}

package io.listwatch.objects.schema.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.runtime.CelRuntime;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The CEL environment of admission: the variables of {@link AdmissionInput} with their types, and
 * the types of patches for mutations.
 *
 * <p>Not thread-safe; the programs that it compiles are.
 */
final class AdmissionEnvironment {
  /** The compilers for expressions without {@code variables}; all policies share them. */
  private static final Map<Declarations, CelCompiler> PLAIN = new ConcurrentHashMap<>();

  private final @Nullable PolicyVariables variables;
  private final Map<Declarations, CelCompiler> compilers;

  private AdmissionEnvironment(
      @Nullable PolicyVariables variables, Map<Declarations, CelCompiler> compilers) {
    this.variables = variables;
    this.compilers = compilers;
  }

  /**
   * Returns the environment of a policy.
   *
   * @param variables null to leave {@code variables} undeclared
   */
  static AdmissionEnvironment of(@Nullable PolicyVariables variables) {
    return new AdmissionEnvironment(variables, variables == null ? PLAIN : new HashMap<>());
  }

  /**
   * Compiles an expression.
   *
   * @param params true if {@code params} is declared
   */
  RuleEnvironment.Compiled compile(
      String expression, Result wanted, boolean params, PatternBudget patterns) {
    var declarations = new Declarations(params, wanted != Result.MESSAGE);
    CelCompiler compiler = compilers.computeIfAbsent(declarations, this::compiler);
    return RuleEnvironment.compile(
        () -> wanted.isPatch() ? compilePatch(compiler, expression) : compiler.compile(expression),
        wanted::mismatch,
        wanted.isPatch() ? Patches.RUNTIME : RuleEnvironment.RUNTIME,
        patterns);
  }

  private CelCompiler compiler(Declarations declarations) {
    CelCompilerBuilder builder =
        RuleEnvironment.COMPILER
            .toCompilerBuilder()
            .setTypeProvider(types())
            .addVar("object", SimpleType.DYN)
            .addVar("oldObject", SimpleType.DYN)
            .addVar("request", AdmissionTypes.REQUEST)
            .addVar("namespaceObject", AdmissionTypes.NAMESPACE);
    if (declarations.params) {
      builder.addVar("params", SimpleType.DYN);
    }
    if (declarations.authorizer) {
      builder.addVar("authorizer", AuthorizerValue.AUTHORIZER);
      builder.addVar("authorizer.requestResource", AuthorizerValue.RESOURCE);
    }
    if (variables != null) {
      builder.addVar("variables", PolicyVariables.REFERENCE);
    }
    return builder.build();
  }

  private CelTypeProvider types() {
    return variables == null
        ? AdmissionTypes.INSTANCE
        : JoinedTypes.of(AdmissionTypes.INSTANCE, variables);
  }

  /** Compiles an expression that may construct objects with the fields that it names. */
  private CelValidationResult compilePatch(CelCompiler compiler, String expression)
      throws CelValidationException {
    CelValidationResult parsed = compiler.parse(expression);
    if (parsed.hasError()) {
      return parsed;
    }
    CelAbstractSyntaxTree tree = parsed.getAst();
    return compiler
        .toCompilerBuilder()
        .addLibraries(Patches.FUNCTIONS)
        .setTypeProvider(JoinedTypes.of(types(), PatchTypes.of(tree)))
        .build()
        .check(tree);
  }

  /**
   * The functions and types that only mutations need. Loaded when the first mutation is compiled.
   */
  private static final class Patches {
    private static final FunctionLibrary FUNCTIONS = JsonPatchFunctions.library();

    private static final CelRuntime RUNTIME =
        RuleEnvironment.runtime()
            .addFunctionBindings(FUNCTIONS.bindings())
            .setTypeProvider(PatchTypes.NAMES)
            .setValueProvider(PatchTypes.NAMES)
            .build();
  }

  /**
   * The variables that only some expressions have.
   *
   * @param authorizer false for a messageExpression
   */
  private record Declarations(boolean params, boolean authorizer) {}
}

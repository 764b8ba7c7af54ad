package io.listwatch.objects.schema.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The CEL environment of one schema: the standard library, the libraries that kube-apiserver adds,
 * and the types of the schema.
 *
 * <p>Not thread-safe; the programs that it compiles are.
 */
final class RuleEnvironment {
  static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .comprehensionMaxIterations(-1) // RuleCost bounds loops too
          .build();

  /** Standard functions that {@link RuleFunctions} implements. */
  private static final Set<StandardFunction> OURS =
      EnumSet.of(
          StandardFunction.EQUALS,
          StandardFunction.NOT_EQUALS,
          StandardFunction.MATCHES,
          StandardFunction.ADD,
          StandardFunction.INT,
          StandardFunction.UINT,
          StandardFunction.DOUBLE,
          StandardFunction.BOOL,
          StandardFunction.DURATION,
          StandardFunction.TIMESTAMP);

  private static final FunctionLibrary FUNCTIONS = RuleFunctions.library();

  /**
   * Leaves out the functions that can turn a short string into a long one, and {@code indexOf},
   * which fails on an empty string: {@link TextFunctions} implements those. {@code reverse} does
   * not exist in kube-apiserver.
   */
  private static final CelStringExtensions TEXT =
      CelExtensions.strings(
          EnumSet.complementOf(
              EnumSet.of(
                  CelStringExtensions.Function.INDEX_OF,
                  CelStringExtensions.Function.JOIN,
                  CelStringExtensions.Function.REPLACE,
                  CelStringExtensions.Function.REVERSE,
                  CelStringExtensions.Function.SPLIT)));

  private static final CelCompiler COMPILER =
      CelCompilerFactory.standardCelCompilerBuilder()
          .setOptions(OPTIONS)
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .addLibraries(CelExtensions.optional(), TEXT)
          .addLibraries(CelExtensions.lists(), CelExtensions.comprehensions())
          .addLibraries(FUNCTIONS)
          .build();

  private static final CelCompiler ADMISSION =
      COMPILER
          .toCompilerBuilder()
          .addVar("object", SimpleType.DYN)
          .addVar("oldObject", SimpleType.DYN)
          .addVar("request", SimpleType.DYN)
          .addVar("params", SimpleType.DYN)
          .addVar("namespaceObject", SimpleType.DYN)
          .addVar("variables", SimpleType.DYN)
          .addVar("authorizer", AuthorizerValue.AUTHORIZER)
          .addVar("authorizer.requestResource", AuthorizerValue.RESOURCE)
          .build();

  /** The variables of {@link #ADMISSION} that have a type in kube-apiserver. */
  private static final Set<String> TYPED = Set.of("variables", "request", "namespaceObject");

  private static final CelRuntime RUNTIME = runtime().build();

  private static CelRuntimeBuilder runtime() {
    return CelRuntimeFactory.plannerRuntimeBuilder()
        .setOptions(OPTIONS)
        .setStandardFunctions(
            CelStandardFunctions.newBuilder()
                .filterFunctions((function, overload) -> !OURS.contains(function))
                .build())
        .addFunctionBindings(FUNCTIONS.bindings())
        .addLibraries(CelExtensions.optional(), TEXT)
        .addLibraries(CelExtensions.lists(), CelExtensions.comprehensions());
  }

  /** The environment of mutations, which construct patches. Loaded by the first one. */
  private static final class Mutations {
    private static final FunctionLibrary MORE = JsonPatchFunctions.library();

    private static final CelCompiler COMPILER =
        ADMISSION.toCompilerBuilder().addLibraries(MORE).build();

    private static final CelRuntime RUNTIME =
        runtime()
            .addFunctionBindings(MORE.bindings())
            .setTypeProvider(PatchTypes.NAMES)
            .setValueProvider(PatchTypes.NAMES)
            .build();

    /** Compiles an expression that may construct objects with the fields that it names. */
    static CelValidationResult compile(String expression) throws CelValidationException {
      CelValidationResult parsed = COMPILER.parse(expression);
      if (parsed.hasError()) {
        return parsed;
      }
      CelAbstractSyntaxTree tree = parsed.getAst();
      return COMPILER.toCompilerBuilder().setTypeProvider(PatchTypes.of(tree)).build().check(tree);
    }
  }

  /** Prefixes of the parser's messages; all others come from the type checker. */
  private static final Set<String> SYNTAX =
      Set.of("mismatched input", "token recognition", "extraneous input", "no viable", "missing ");

  /** kube-apiserver shows as many errors of an expression. */
  private static final int MAX_ISSUES = 100;

  /** Each error repeats a line of the expression, which may have 100,000 characters. */
  private static final int MAX_DISPLAY = 64 * 1024;

  private final CelTypeProvider types;
  private final PatternBudget patterns;
  private final Map<Variables, CelCompiler> compilers = new HashMap<>();

  /**
   * @param patterns limits the literal patterns of all expressions
   */
  RuleEnvironment(CelTypeProvider types, PatternBudget patterns) {
    this.types = types;
    this.patterns = patterns;
  }

  /**
   * Compiles an expression over values of a type.
   *
   * @param optionalOldSelf true if {@code oldSelf} is an optional, which is empty on create
   */
  Compiled compile(String expression, DeclaredType self, boolean optionalOldSelf, Purpose purpose) {
    CelCompiler compiler =
        compilers.computeIfAbsent(new Variables(self, optionalOldSelf), this::compiler);
    try {
      CelValidationResult result = compiler.compile(expression);
      return result.hasError()
          ? Compiled.failed(purpose.prefix + "compilation failed: " + issues(result))
          : program(result.getAst(), self, purpose);
    } catch (StackOverflowError e) {
      return Compiled.failed(
          purpose.prefix + "compilation failed: expression is nested too deeply");
    } catch (CelValidationException | CelEvaluationException e) {
      return Compiled.failed(purpose.prefix + "instantiation failed: " + e.getMessage());
    }
  }

  /** Compiles an expression of admission, whose variables have no schema. */
  static Compiled compileAdmission(
      String expression, AdmissionExpression.Result wanted, PatternBudget patterns) {
    try {
      CelValidationResult result =
          wanted.isPatch() ? Mutations.compile(expression) : ADMISSION.compile(expression);
      if (result.hasError()) {
        return Compiled.failed("compilation failed: " + issues(result));
      }
      CelAbstractSyntaxTree tree = result.getAst();
      var check = new ExpressionCheck(tree, patterns);
      if (!check.issues().isEmpty()) {
        return Compiled.failed("compilation failed: " + display(check.issues(), tree.getSource()));
      }
      String type = CelTypes.format(tree.getResultType());
      if (!wanted.allows(type) && !(type.equals("dyn") && isTypedInKubeApiserver(tree))) {
        return Compiled.failed(wanted.mismatch(type));
      }
      CelRuntime runtime = wanted.isPatch() ? Mutations.RUNTIME : RUNTIME;
      return new Compiled(program(runtime, tree, check), "", false, 0);
    } catch (StackOverflowError e) {
      return Compiled.failed("compilation failed: expression is nested too deeply");
    } catch (CelValidationException | CelEvaluationException e) {
      return Compiled.failed("instantiation failed: " + e.getMessage());
    }
  }

  /**
   * True if the expression reads a variable that has a type in kube-apiserver and none here. The
   * type of its result is then checked when it is evaluated.
   */
  private static boolean isTypedInKubeApiserver(CelAbstractSyntaxTree tree) {
    return tree.getReferenceMap().values().stream().anyMatch(each -> TYPED.contains(each.name()));
  }

  /** Compiles an expression over one variable. */
  static Compiled compileOver(
      String variable, CelType type, String expression, PatternBudget patterns) {
    try {
      CelValidationResult result =
          COMPILER.toCompilerBuilder().addVar(variable, type).build().compile(expression);
      if (result.hasError()) {
        return Compiled.failed("compilation failed: " + issues(result));
      }
      CelAbstractSyntaxTree tree = result.getAst();
      var check = new ExpressionCheck(tree, patterns);
      return check.issues().isEmpty()
          ? new Compiled(program(RUNTIME, tree, check), "", false, 0)
          : Compiled.failed("compilation failed: " + display(check.issues(), tree.getSource()));
    } catch (StackOverflowError e) {
      return Compiled.failed("compilation failed: expression is nested too deeply");
    } catch (CelValidationException | CelEvaluationException e) {
      return Compiled.failed("instantiation failed: " + e.getMessage());
    }
  }

  private static RuleProgram program(
      CelRuntime runtime, CelAbstractSyntaxTree tree, ExpressionCheck check)
      throws CelEvaluationException {
    return new RuleProgram(
        runtime.createProgram(tree),
        new StrictOperands(tree.getExpr()),
        check.readWhole(),
        check.patterns());
  }

  private CelCompiler compiler(Variables variables) {
    CelType self = variables.self.celType();
    return COMPILER
        .toCompilerBuilder()
        .setTypeProvider(types)
        .addVar("self", self)
        .addVar("oldSelf", variables.optionalOldSelf ? OptionalType.create(self) : self)
        .build();
  }

  private Compiled program(CelAbstractSyntaxTree tree, DeclaredType self, Purpose purpose)
      throws CelEvaluationException {
    var check = new ExpressionCheck(tree, patterns);
    if (!check.issues().isEmpty()) {
      return Compiled.failed(
          purpose.prefix + "compilation failed: " + display(check.issues(), tree.getSource()));
    }
    if (!tree.getResultType().equals(purpose.type)) {
      return Compiled.failed(purpose.mismatch);
    }
    boolean usesOldSelf =
        tree.getReferenceMap().values().stream().anyMatch(r -> r.name().equals("oldSelf"));
    return new Compiled(
        program(RUNTIME, tree, check), "", usesOldSelf, CostEstimate.of(tree, self));
  }

  private static String issues(CelValidationResult result) {
    List<CelIssue> issues =
        result.getErrors().stream().map(RuleEnvironment::inReferenceWords).toList();
    return display(issues, result.getSource());
  }

  private static String display(List<CelIssue> issues, CelSource source) {
    var lines = new StringJoiner("\n");
    int shown = 0;
    while (shown < issues.size() && shown < MAX_ISSUES && lines.length() < MAX_DISPLAY) {
      lines.add(issues.get(shown++).toDisplayString(source));
    }
    if (shown < issues.size()) {
      lines.add(issues.size() - shown + " more errors were truncated");
    }
    return lines.toString();
  }

  /** Removes the differences between the messages of cel-java and cel-go. */
  private static CelIssue inReferenceWords(CelIssue issue) {
    String message = issue.getMessage();
    int candidates = message.indexOf(" (candidates: ");
    if (candidates >= 0) {
      message = message.substring(0, candidates);
    }
    if (SYNTAX.stream().anyMatch(message::startsWith)) {
      message = "Syntax error: " + message;
    }
    return CelIssue.formatError(issue.getSourceLocation(), message);
  }

  /** The purpose of an expression. */
  enum Purpose {
    RULE("", SimpleType.BOOL, "cel expression must evaluate to a bool"),
    MESSAGE("messageExpression ", SimpleType.STRING, "messageExpression must evaluate to a string");

    private final String prefix;
    private final CelType type;
    private final String mismatch;

    Purpose(String prefix, CelType type, String mismatch) {
      this.prefix = prefix;
      this.type = type;
      this.mismatch = mismatch;
    }
  }

  /**
   * A compiled expression, or its error.
   *
   * @param failure empty if there is a program
   * @param cost the estimated cost of one evaluation
   */
  record Compiled(@Nullable RuleProgram program, String failure, boolean usesOldSelf, double cost) {
    static final Compiled NOTHING = new Compiled(null, "", false, 0);

    static Compiled failed(String failure) {
      return new Compiled(null, failure, false, 0);
    }
  }

  private record Variables(DeclaredType self, boolean optionalOldSelf) {}
}

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
import java.util.function.UnaryOperator;
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

  /** The prefix of the parser's and the type checker's errors. */
  static final String COMPILATION_FAILED = "compilation failed: ";

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

  static final CelCompiler COMPILER =
      CelCompilerFactory.standardCelCompilerBuilder()
          .setOptions(OPTIONS)
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .addLibraries(CelExtensions.optional(), TEXT)
          .addLibraries(CelExtensions.lists(), CelExtensions.comprehensions())
          .addLibraries(FUNCTIONS)
          .build();

  static final CelRuntime RUNTIME = runtime().build();

  static CelRuntimeBuilder runtime() {
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

  /** Prefixes of the parser's messages; all others come from the type checker. */
  private static final Set<String> SYNTAX =
      Set.of("mismatched input", "token recognition", "extraneous input", "no viable", "missing ");

  /** The number of errors that kube-apiserver shows for one expression. */
  private static final int MAX_ISSUES = 100;

  /**
   * The number of characters after which no more errors are shown: each repeats a line of the
   * expression, which may have 100,000 characters.
   */
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

  /** Compiles an expression over one variable. */
  static Compiled compileOver(
      String variable, CelType type, String expression, PatternBudget patterns) {
    return compile(
        () -> COMPILER.toCompilerBuilder().addVar(variable, type).build().compile(expression),
        result -> "",
        RUNTIME,
        patterns);
  }

  /** Compiles a condition over one variable with a schema. */
  static Compiled compileCondition(
      String variable, DeclaredType type, CelTypeProvider types, String expression) {
    CelCompiler compiler =
        COMPILER
            .toCompilerBuilder()
            .setTypeProvider(types)
            .addVar(variable, type.celType())
            .build();
    return compile(
        () -> compiler.compile(expression),
        AdmissionExpression.Result.CONDITION::mismatch,
        RUNTIME,
        PatternBudget.unlimited());
  }

  /**
   * Compiles an expression without a schema.
   *
   * @param mismatch returns the error for the type of the result; empty if it is allowed
   */
  static Compiled compile(
      Compilation compilation,
      UnaryOperator<String> mismatch,
      CelRuntime runtime,
      PatternBudget patterns) {
    try {
      CelValidationResult result = compilation.run();
      if (result.hasError()) {
        return Compiled.failed(COMPILATION_FAILED + issues(result));
      }
      CelAbstractSyntaxTree tree = result.getAst();
      var check = new ExpressionCheck(tree, patterns);
      if (!check.issues().isEmpty()) {
        return Compiled.failed(COMPILATION_FAILED + display(check.issues(), tree.getSource()));
      }
      String wrong = mismatch.apply(CelTypes.format(tree.getResultType()));
      return wrong.isEmpty()
          ? new Compiled(program(runtime, tree, check), "", false, 0, tree.getResultType())
          : Compiled.failed(wrong);
    } catch (StackOverflowError e) {
      return Compiled.failed(COMPILATION_FAILED + "expression is nested too deeply");
    } catch (CelValidationException | CelEvaluationException e) {
      return Compiled.failed("instantiation failed: " + e.getMessage());
    }
  }

  /** Parses and type-checks an expression. */
  @FunctionalInterface
  interface Compilation {
    CelValidationResult run() throws CelValidationException;
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
          purpose.prefix + COMPILATION_FAILED + display(check.issues(), tree.getSource()));
    }
    if (!tree.getResultType().equals(purpose.type)) {
      return Compiled.failed(purpose.mismatch);
    }
    boolean usesOldSelf =
        tree.getReferenceMap().values().stream().anyMatch(r -> r.name().equals("oldSelf"));
    return new Compiled(
        program(RUNTIME, tree, check),
        "",
        usesOldSelf,
        CostEstimate.of(tree, self),
        tree.getResultType());
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
   * @param type the type of the result; dyn if there is no program
   */
  record Compiled(
      @Nullable RuleProgram program,
      String failure,
      boolean usesOldSelf,
      double cost,
      CelType type) {
    static final Compiled NOTHING = failed("");

    static Compiled failed(String failure) {
      return new Compiled(null, failure, false, 0, SimpleType.DYN);
    }
  }

  private record Variables(DeclaredType self, boolean optionalOldSelf) {}
}

package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions reach the compiler and the runtime with their types. */
final class FunctionLibraryTest {
  private static final List<CelType> TYPES =
      List.of(
          SimpleType.STRING,
          SimpleType.INT,
          SimpleType.BOOL,
          SimpleType.DOUBLE,
          SimpleType.DURATION,
          SimpleType.TIMESTAMP,
          ListType.create(SimpleType.INT));

  /**
   * Functions {@code name} with an overload for each type, and {@code joined} with 0 to 3
   * arguments.
   */
  private static FunctionLibrary library() {
    var library = new FunctionLibrary();
    for (CelType type : TYPES) {
      library.global(
          "name", "name_" + type.name(), SimpleType.STRING, List.of(type), a -> type.name());
      library.global(
          "name",
          "name_two_" + type.name(),
          SimpleType.STRING,
          List.of(type, SimpleType.STRING),
          a -> type.name() + " and string");
    }
    for (int count = 0; count <= 3; count++) {
      List<CelType> arguments = Collections.nCopies(count, SimpleType.STRING);
      library.global("joined", "joined_" + count, SimpleType.STRING, arguments, a -> joined(a));
      if (count > 0) {
        library.member("with", "with_" + count, SimpleType.STRING, arguments, a -> joined(a));
      }
    }
    return library;
  }

  private static String joined(Object[] arguments) {
    return Arrays.stream(arguments).map(String::valueOf).collect(Collectors.joining("+"));
  }

  private static Object evaluate(String expression)
      throws CelValidationException, CelEvaluationException {
    FunctionLibrary library = library();
    CelCompiler compiler =
        CelCompilerFactory.standardCelCompilerBuilder().addLibraries(library).build();
    CelRuntime runtime =
        CelRuntimeFactory.plannerRuntimeBuilder()
            .setOptions(RuleEnvironment.OPTIONS)
            .addFunctionBindings(library.bindings())
            .build();
    return runtime.createProgram(compiler.compile(expression).getAst()).eval();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "joined()                  | ~~",
        "joined('a')               | a",
        "joined('a', 'b')          | a+b",
        "joined('a', 'b', 'c')     | a+b+c",
        "'a'.with()                | a",
        "'a'.with('b')             | a+b",
        "'a'.with('b', 'c')        | a+b+c",
      })
  void passesAllArgumentsInOrder(String expression, String expected) throws Exception {
    assertThat(evaluate(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'a'                               | string",
        "1                                 | int",
        "true                              | bool",
        "1.5                               | double",
        "duration('1s')                    | google.protobuf.Duration",
        "timestamp('2024-01-01T00:00:00Z') | google.protobuf.Timestamp",
        "[1]                               | list",
      })
  void picksOverloadByTheTypeAtRunTime(String value, String type) throws Exception {
    assertThat(evaluate("name(" + value + ")")).isEqualTo(type);
    assertThat(evaluate("name(dyn(" + value + "))")).isEqualTo(type);
    assertThat(evaluate("name(dyn(" + value + "), dyn('x'))")).isEqualTo(type + " and string");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"joined(1)", "'a'.joined()", "with('a')", "1.with()", "name({})", "other('a')"})
  void compilerRejectsOtherCalls(String expression) {
    assertThatThrownBy(() -> evaluate(expression)).isInstanceOf(CelValidationException.class);
  }

  @Test
  void runtimeRejectsValuesOfOtherTypes() {
    assertThatThrownBy(() -> evaluate("joined(dyn(1))")).isInstanceOf(CelEvaluationException.class);
  }

  @Test
  void libraryOfRulesHasEachOverloadOnce() {
    List<String> overloads =
        RuleFunctions.library().bindings().stream().map(CelFunctionBinding::getOverloadId).toList();

    assertThat(new HashSet<>(overloads)).hasSameSizeAs(overloads);
    assertThat(overloads)
        .contains("string_to_url", "quantity_add", "ip_family", "cidr_masked", "format-validate")
        .contains("semver_major", "string_find_all_string_int", "list_uint_sum_uint", "add_list")
        .contains("equals", "not_equals", "matches_string", "lists_range", "string_to_duration");
  }

  @Test
  void opaqueTypesHaveTheirClasses() {
    assertThat(RuleFunctions.classOf(Url.TYPE.name())).isEqualTo(Url.class);
    assertThat(RuleFunctions.classOf(QuantityValue.TYPE.name())).isEqualTo(QuantityValue.class);
    assertThat(RuleFunctions.classOf(Address.TYPE.name())).isEqualTo(Address.class);
    assertThat(RuleFunctions.classOf(Network.TYPE.name())).isEqualTo(Network.class);
    assertThat(RuleFunctions.classOf(NamedFormat.TYPE.name())).isEqualTo(NamedFormat.class);
    assertThat(RuleFunctions.classOf(SemanticVersion.TYPE.name())).isEqualTo(SemanticVersion.class);
    assertThat(RuleFunctions.classOf("optional_type")).isEqualTo(Object.class);
  }
}

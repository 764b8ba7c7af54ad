package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import dev.cel.runtime.standard.CelStandardOverload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** CEL functions with their declarations for the compiler and their implementations. */
final class FunctionLibrary implements CelCompilerLibrary {
  /** Required to create standard functions; none of them compares values. */
  private static final RuntimeEquality EQUALITY =
      RuntimeEquality.create(RuntimeHelpers.create(), RuleEnvironment.OPTIONS);

  private final Map<String, List<Overload>> functions = new LinkedHashMap<>();
  private final List<CelFunctionBinding> standard = new ArrayList<>();

  /** Adds a function that is called as {@code f(a, b)}. */
  FunctionLibrary global(
      String name, String overload, CelType result, List<CelType> arguments, Body body) {
    return add(name, new Overload(overload, false, result, arguments, body));
  }

  /** Adds a function that is called as {@code a.f(b)}; its target is the first argument. */
  FunctionLibrary member(
      String name, String overload, CelType result, List<CelType> arguments, Body body) {
    return add(name, new Overload(overload, true, result, arguments, body));
  }

  /** Replaces standard functions, which the compiler has declared already. */
  FunctionLibrary replacing(Iterable<CelFunctionBinding> bindings) {
    bindings.forEach(standard::add);
    return this;
  }

  /**
   * Replaces single overloads of a standard function and keeps the others.
   *
   * @param overloads all standard overloads of the function
   */
  FunctionLibrary replacing(
      String name, CelStandardOverload[] overloads, CelFunctionBinding... ours) {
    var bindings = new LinkedHashMap<String, CelFunctionBinding>();
    for (CelStandardOverload each : overloads) {
      CelFunctionBinding binding = each.newFunctionBinding(RuleEnvironment.OPTIONS, EQUALITY);
      bindings.put(binding.getOverloadId(), binding);
    }
    for (CelFunctionBinding each : ours) {
      bindings.put(each.getOverloadId(), each);
    }
    return replacing(CelFunctionBinding.fromOverloads(name, bindings.values()));
  }

  private FunctionLibrary add(String name, Overload overload) {
    functions.computeIfAbsent(name, n -> new ArrayList<>()).add(overload);
    return this;
  }

  @Override
  public void setCheckerOptions(CelCheckerBuilder checker) {
    functions.forEach(
        (name, overloads) ->
            checker.addFunctionDeclarations(
                CelFunctionDecl.newFunctionDeclaration(
                    name, overloads.stream().map(Overload::declaration).toList())));
  }

  /** Returns the implementations for the runtime. */
  List<CelFunctionBinding> bindings() {
    var bindings = new ArrayList<CelFunctionBinding>(standard);
    functions.forEach(
        (name, overloads) ->
            bindings.addAll(
                CelFunctionBinding.fromOverloads(
                    name, overloads.stream().map(Overload::binding).toList())));
    return bindings;
  }

  /** The implementation of a function; the arguments have the declared types. */
  @FunctionalInterface
  interface Body {
    Object apply(Object[] arguments);
  }

  private record Overload(
      String id, boolean member, CelType result, List<CelType> arguments, Body body) {
    CelOverloadDecl declaration() {
      return member
          ? CelOverloadDecl.newMemberOverload(id, result, arguments)
          : CelOverloadDecl.newGlobalOverload(id, result, arguments);
    }

    @SuppressWarnings("Immutable") // functions are stateless
    CelFunctionBinding binding() {
      var classes = ImmutableList.<Class<?>>builder();
      arguments.forEach(type -> classes.add(classOf(type)));
      return switch (arguments.size()) {
        case 1 ->
            CelFunctionBinding.from(id, classOf(arguments.get(0)), a -> call(new Object[] {a}));
        case 2 ->
            CelFunctionBinding.from(
                id,
                classOf(arguments.get(0)),
                classOf(arguments.get(1)),
                (a, b) -> call(new Object[] {a, b}));
        default -> CelFunctionBinding.from(id, classes.build(), this::call);
      };
    }

    /**
     * Calls the function. Reports an argument of the wrong type: elements of a list without a
     * declared type can have any.
     */
    private Object call(Object[] arguments) {
      for (Object argument : arguments) {
        RuleFunctions.checked(argument);
      }
      try {
        return body.apply(arguments);
      } catch (ClassCastException e) {
        throw new RuleFailure(RuleRun.NO_SUCH_OVERLOAD);
      }
    }

    private static Class<?> classOf(CelType type) {
      if (type.equals(SimpleType.STRING)) {
        return String.class;
      } else if (type.equals(SimpleType.INT)) {
        return Long.class;
      } else if (type.equals(SimpleType.BOOL)) {
        return Boolean.class;
      } else if (type.equals(SimpleType.DOUBLE)) {
        return Double.class;
      } else if (type.equals(SimpleType.DURATION)) {
        return Duration.class;
      } else if (type.equals(SimpleType.TIMESTAMP)) {
        return Instant.class;
      } else if (type instanceof ListType) {
        return List.class;
      }
      return type instanceof OpaqueType ? RuleFunctions.classOf(type.name()) : Object.class;
    }
  }
}

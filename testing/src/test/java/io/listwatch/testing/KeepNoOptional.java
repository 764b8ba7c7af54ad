package io.listwatch.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Requires that no field and no parameter is an {@link Optional}; lambdas may have such parameters.
 */
final class KeepNoOptional extends ArchCondition<JavaClass> {
  private static final Set<Class<?>> OPTIONALS =
      Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

  KeepNoOptional() {
    super("keep no Optional in fields and take none as parameters");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    type.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
        .filter(field -> isOptional(field.getRawType()))
        .forEach(field -> report(type, field.getFullName(), events));
    type.getCodeUnits().stream()
        .filter(unit -> !unit.getModifiers().contains(JavaModifier.SYNTHETIC))
        .filter(unit -> unit.getRawParameterTypes().stream().anyMatch(KeepNoOptional::isOptional))
        .forEach(unit -> report(type, unit.getFullName(), events));
  }

  private static boolean isOptional(JavaClass type) {
    return OPTIONALS.stream().anyMatch(type::isEquivalentTo);
  }

  private static void report(JavaClass type, String member, ConditionEvents events) {
    events.add(SimpleConditionEvent.violated(type, member + " is or takes an Optional"));
  }
}

package io.listwatch.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Requires that the class's package has a package-info with {@link NullMarked}. */
final class BeNullMarked extends ArchCondition<JavaClass> {
  BeNullMarked() {
    super("be in a package with a @NullMarked package-info");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    boolean marked =
        type.getPackage()
            .tryGetPackageInfo()
            .map(info -> info.isAnnotatedWith(NullMarked.class))
            .orElse(false);
    if (!marked) {
      events.add(
          SimpleConditionEvent.violated(
              type, type.getName() + " is in a package without a @NullMarked package-info"));
    }
  }
}

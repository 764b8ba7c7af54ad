package io.listwatch.testing;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Requires that no package has classes in two modules: the module path rejects split packages. */
final class ShareTheirPackageWithOneModuleOnly extends ArchCondition<JavaClass> {
  private final Function<JavaClass, String> moduleOf;
  private Map<String, TreeSet<String>> modulesOfPackage = Map.of();

  ShareTheirPackageWithOneModuleOnly(Function<JavaClass, String> moduleOf) {
    super("be in a package that one module holds alone");
    this.moduleOf = moduleOf;
  }

  @Override
  public void init(Collection<JavaClass> all) {
    modulesOfPackage =
        all.stream()
            .collect(
                groupingBy(
                    JavaClass::getPackageName, mapping(moduleOf, toCollection(TreeSet::new))));
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    var modules = modulesOfPackage.getOrDefault(type.getPackageName(), new TreeSet<>());
    if (modules.size() > 1) {
      events.add(
          SimpleConditionEvent.violated(
              type, type.getName() + " is in a package of several modules: " + modules));
    }
  }
}

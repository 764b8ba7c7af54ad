package io.listwatch.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/** Requires that the signatures of an API type and of its members mention no internal type. */
final class MentionOnlyApi extends ArchCondition<JavaClass> {
  private final PublicApi api;
  private final String root;

  MentionOnlyApi(PublicApi api, String root) {
    super("mention only API");
    this.api = api;
    this.root = root;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (!api.isApi(type)) {
      return;
    }
    check(type.getName(), type, supertypes(type), events);
    type.getFields().stream()
        .filter(api::isApi)
        .forEach(field -> check(field.getFullName(), type, fieldTypes(field), events));
    type.getCodeUnits().stream()
        .filter(api::isApi)
        .forEach(unit -> check(unit.getFullName(), type, unitTypes(unit), events));
  }

  /** Excludes supertypes that are not public: users see the inherited members, not the type. */
  private static Stream<JavaType> supertypes(JavaClass type) {
    return Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
        .filter(each -> each.toErasure().getModifiers().contains(JavaModifier.PUBLIC));
  }

  private static Stream<JavaType> fieldTypes(JavaField field) {
    return Stream.of(field.getType());
  }

  private static Stream<JavaType> unitTypes(JavaCodeUnit unit) {
    return Stream.of(
            Stream.of(unit.getReturnType()),
            unit.getParameterTypes().stream(),
            unit.getExceptionTypes().stream())
        .flatMap(types -> types);
  }

  private void check(
      String where, JavaClass type, Stream<? extends JavaType> mentioned, ConditionEvents events) {
    mentioned
        .flatMap(each -> each.getAllInvolvedRawTypes().stream())
        .filter(each -> each.getPackageName().startsWith(root) && !api.isApi(each))
        .distinct()
        .forEach(
            internal ->
                events.add(
                    SimpleConditionEvent.violated(
                        type, where + " mentions " + internal.getName() + ", which is internal")));
  }
}

package io.listwatch.testing;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Injects servers and clients into the fields of test instances and classes. A field is set if it
 * is null or holds a value injected earlier.
 *
 * <p>Thread-safe: tests may run in parallel.
 */
final class InjectedFields {
  private final Set<Object> given =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  void ofClass(Class<?> test, Predicate<Class<?>> knows, Function<Class<?>, Object> values) {
    fill(test, null, knows, values);
  }

  void ofInstance(Object test, Predicate<Class<?>> knows, Function<Class<?>, Object> values) {
    fill(test.getClass(), test, knows, values);
  }

  private void fill(
      Class<?> test,
      @Nullable Object instance,
      Predicate<Class<?>> knows,
      Function<Class<?>, Object> values) {
    for (Class<?> type = test; type != null && type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers) == (instance == null)
            && !Modifier.isFinal(modifiers)
            && knows.test(field.getType())) {
          fill(field, instance, values);
        }
      }
    }
  }

  private void fill(Field field, @Nullable Object instance, Function<Class<?>, Object> values) {
    field.setAccessible(true);
    try {
      Object old = field.get(instance);
      if (old == null || given.contains(old)) {
        Object value = values.apply(field.getType());
        given.add(value);
        field.set(instance, value);
      }
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

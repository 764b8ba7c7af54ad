package io.listwatch.fabric8;

import io.fabric8.kubernetes.client.dsl.Resource;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Selects the interfaces of a class that one proxy can implement.
 *
 * <p>Some of fabric8's classes, such as that of pods, implement interfaces whose methods differ in
 * their return types only. A proxy cannot do that, so the interface that the caller expects comes
 * first, then those of single resources, and those that contradict earlier ones are left out.
 *
 * <p>Thread-safe.
 */
final class ProxyInterfaces {
  private static final Map<Wanted, Class<?>[]> KNOWN = new ConcurrentHashMap<>();

  private ProxyInterfaces() {}

  /**
   * Returns the interfaces.
   *
   * @param expected the type that the caller expects; ignored unless it is an interface
   */
  static Class<?>[] of(Class<?> type, Class<?> expected) {
    return KNOWN.computeIfAbsent(new Wanted(type, expected), ProxyInterfaces::select).clone();
  }

  private static Class<?>[] select(Wanted wanted) {
    var candidates = new LinkedHashSet<Class<?>>();
    if (wanted.expected.isInterface()) {
      candidates.add(wanted.expected);
    }
    List<Class<?>> declared = declared(wanted.type);
    declared.stream().filter(Resource.class::isAssignableFrom).forEach(candidates::add);
    candidates.addAll(declared);
    return compatible(wanted.type.getClassLoader(), candidates);
  }

  /** Returns the interfaces of a class, then those of its superclasses. */
  private static List<Class<?>> declared(Class<?> type) {
    var interfaces = new ArrayList<Class<?>>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      interfaces.addAll(List.of(each.getInterfaces()));
    }
    return interfaces;
  }

  private static Class<?>[] compatible(ClassLoader loader, Set<Class<?>> candidates) {
    List<Class<?>> chosen = new ArrayList<>();
    for (Class<?> candidate : candidates) {
      chosen.add(candidate);
      if (!isPossible(loader, chosen)) {
        chosen.remove(candidate);
      }
    }
    return chosen.toArray(Class<?>[]::new);
  }

  private static boolean isPossible(ClassLoader loader, List<Class<?>> interfaces) {
    try {
      Class<?>[] all = interfaces.toArray(Class<?>[]::new);
      return Proxy.newProxyInstance(loader, all, (proxy, method, arguments) -> proxy) != null;
    } catch (IllegalArgumentException contradiction) {
      return false;
    }
  }

  private record Wanted(Class<?> type, Class<?> expected) {}
}

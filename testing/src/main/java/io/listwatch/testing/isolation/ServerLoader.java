package io.listwatch.testing.isolation;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads the server and its {@link Libraries}. They see each other, the JDK, and a single package of
 * the test's class path.
 */
final class ServerLoader extends ClassLoader {
  static {
    ClassLoader.registerAsParallelCapable();
  }

  private final Libraries libraries;
  private final ClassLoader outside;
  private final String seam;

  /**
   * @param seam the package that is loaded from {@code outside}
   */
  ServerLoader(Libraries libraries, ClassLoader outside, String seam) {
    super("listwatch", ClassLoader.getPlatformClassLoader());
    this.libraries = libraries;
    this.outside = outside;
    this.seam = seam;
  }

  /**
   * Looks in the libraries before the JDK: thousands of failing lookups in the JDK would take long.
   */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    String home = packageOf(name);
    if (home.equals(seam)) {
      return outside.loadClass(name);
    }
    if (!libraries.has(home.replace('.', '/'))) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte @Nullable [] content;
    try {
      content = libraries.read(name.replace('.', '/') + ".class");
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
    if (content == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, content, 0, content.length);
  }

  private static String packageOf(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    Enumeration<URL> found = findResources(name);
    return found.hasMoreElements() ? found.nextElement() : null;
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    List<URL> found = new ArrayList<>();
    for (String place : libraries.find(name)) {
      try {
        found.add(new URL(place));
      } catch (MalformedURLException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    return Collections.enumeration(found);
  }
}

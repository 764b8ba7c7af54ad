package io.listwatch.testing;

import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Distinguishes API from internals, as CHANGELOG.md defines them. Everything public is API unless
 *
 * <ul>
 *   <li>the {@code package-info} of its package says "Internal.", or "Internal but for X." and it
 *       is not X, or
 *   <li>it is a method whose javadoc says "Internal:".
 * </ul>
 */
final class PublicApi {
  private static final Pattern PACKAGE = Pattern.compile("\\bInternal(?: but for ([^.]*))?\\.");
  private static final Pattern LINK = Pattern.compile("\\{@link (\\w+)}");
  private static final Pattern METHOD =
      Pattern.compile("\\bInternal:(?:(?!\\*/).)*\\*/\\s*public [^;{(]*?(\\w+)\\(", Pattern.DOTALL);

  /** Internal packages, with the types in them that are API nevertheless. */
  private final Map<String, Set<String>> internalPackages = new HashMap<>();

  /** Internal methods, as {@code Type.method}. */
  private final Set<String> internalMethods = new HashSet<>();

  /**
   * Reads the javadoc of the sources.
   *
   * @param roots source roots of modules
   */
  PublicApi(Collection<Path> roots) throws IOException {
    for (Path root : roots) {
      try (var files = Files.walk(root)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          read(root.relativize(file.getParent()), file);
        }
      }
    }
  }

  private void read(Path packagePath, Path file) throws IOException {
    String name = packagePath.toString().replace('/', '.');
    String type = file.getFileName().toString().replace(".java", "");
    String text = Files.readString(file);
    if (type.equals("package-info")) {
      readPackage(name, text.replaceAll("\\s+\\*\\s+", " "));
      return;
    }
    var methods = METHOD.matcher(text);
    while (methods.find()) {
      internalMethods.add(name + "." + type + "." + methods.group(1));
    }
  }

  private void readPackage(String name, String text) {
    var internal = PACKAGE.matcher(text);
    if (internal.find()) {
      String exceptions = internal.group(1) == null ? "" : internal.group(1);
      internalPackages.put(
          name,
          LINK.matcher(exceptions)
              .results()
              .map(link -> name + "." + link.group(1))
              .collect(toCollection(TreeSet::new)));
    }
  }

  boolean isApi(JavaClass type) {
    JavaClass outermost = type;
    while (outermost.getEnclosingClass().isPresent()) {
      if (!isVisible(outermost.getModifiers())) {
        return false;
      }
      outermost = outermost.getEnclosingClass().get();
    }
    Set<String> exceptions = internalPackages.get(outermost.getPackageName());
    return outermost.getModifiers().contains(JavaModifier.PUBLIC)
        && (exceptions == null || exceptions.contains(outermost.getName()));
  }

  boolean isApi(JavaMember member) {
    return isVisible(member.getModifiers())
        && !member.getModifiers().contains(JavaModifier.SYNTHETIC)
        && isApi(member.getOwner())
        && !internalMethods.contains(member.getOwner().getName() + "." + member.getName());
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  /** Returns the packages that are API, and the API types of internal packages. */
  Set<String> names(Collection<JavaClass> types) {
    return types.stream()
        .filter(this::isApi)
        .map(type -> List.of(type.getPackageName(), type.getName()))
        .map(names -> internalPackages.containsKey(names.get(0)) ? names.get(1) : names.get(0))
        .map(name -> name.replaceAll("\\$.*", ""))
        .collect(toCollection(TreeSet::new));
  }
}

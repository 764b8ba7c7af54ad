package io.listwatch.following.golang;

import java.util.List;
import java.util.Map;

/**
 * The declarations of one Go source file.
 *
 * @param imports paths of packages by the name that the file uses for them
 */
public record GoFile(
    Map<String, String> imports,
    List<GoTypeDeclaration> types,
    List<GoConstant> constants,
    List<GoFunction> functions) {
  public GoFile {
    imports = Map.copyOf(imports);
    types = List.copyOf(types);
    constants = List.copyOf(constants);
    functions = List.copyOf(functions);
  }

  /**
   * Parses a file.
   *
   * @param name for messages
   * @param packageName the short name that the package's own types get; see {@link #shortName}
   * @throws GoSyntaxException if the source is not Go, or uses syntax that this package does not
   *     support
   */
  public static GoFile parse(String name, String packageName, String source) {
    return new GoParser(name, packageName, new GoLexer(name, source).tokens()).parse();
  }

  /**
   * Returns {@code core/v1} for {@code k8s.io/api/core/v1}, and {@code types} for a package without
   * version.
   */
  public static String shortName(String path) {
    String[] parts = path.split("/", -1);
    String last = parts[parts.length - 1];
    boolean version = last.matches("v\\d+((alpha|beta)\\d+)?") && parts.length > 1;
    return version ? parts[parts.length - 2] + "/" + last : last;
  }
}

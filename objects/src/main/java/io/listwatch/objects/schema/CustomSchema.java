package io.listwatch.objects.schema;

/**
 * What is known about an object of a custom kind that says nothing about itself: that it has the
 * metadata that every object has.
 */
public final class CustomSchema implements Schema {
  private static final CustomSchema UNKNOWN = new CustomSchema();

  private CustomSchema() {}

  /** For a kind without a schema of its own. */
  public static Schema unknown() {
    return UNKNOWN;
  }

  @Override
  public Shape shape() {
    return Shape.STRUCT;
  }

  @Override
  public Schema member(String name) {
    return switch (name) {
      case "metadata" -> BuiltInTypes.load().objectMeta();
      case "kind", "apiVersion" -> ValueSchema.Scalar.STRING;
      default -> Schema.unknown();
    };
  }

  @Override
  public boolean declares(String name) {
    return name.equals("metadata") || name.equals("kind") || name.equals("apiVersion");
  }
}

package io.listwatch.objects.schema;

/** The schema of custom kinds that declare none: standard metadata, everything else unknown. */
public final class CustomSchema implements Schema {
  private static final CustomSchema UNKNOWN = new CustomSchema();

  private CustomSchema() {}

  /** Returns the schema of a kind that declares none. */
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

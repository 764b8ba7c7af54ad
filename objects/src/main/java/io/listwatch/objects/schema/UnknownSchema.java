package io.listwatch.objects.schema;

/** Knows nothing, neither about the value nor about anything in it. */
enum UnknownSchema implements Schema {
  INSTANCE;

  @Override
  public Shape shape() {
    return Shape.ANY;
  }

  @Override
  public Schema member(String name) {
    return this;
  }
}

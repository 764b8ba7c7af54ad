package io.listwatch.objects.schema;

/** The schema of untyped values: nothing is known about them or their content. */
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

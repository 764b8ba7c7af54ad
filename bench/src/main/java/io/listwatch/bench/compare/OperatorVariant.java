package io.listwatch.bench.compare;

/** The informers of an operator. */
enum OperatorVariant {
  /** The SDK's own use of fabric8's informers. */
  PLAIN("plain"),

  /** fabric8's informers with an item store of bytes. */
  ITEM_STORE("item store"),

  /** A client wrapped by {@code listwatch-fabric8}. */
  WRAPPED("listwatch-fabric8");

  final String words;

  OperatorVariant(String words) {
    this.words = words;
  }
}

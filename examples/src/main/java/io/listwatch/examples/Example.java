package io.listwatch.examples;

/** A short program to learn from. It ends by itself. */
@FunctionalInterface
interface Example {
  void run(Stage stage) throws Exception;
}

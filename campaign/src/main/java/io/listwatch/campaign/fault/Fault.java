package io.listwatch.campaign.fault;

import io.listwatch.campaign.engine.Engine;
import java.io.IOException;
import java.util.Random;

/** One kind of fault. */
public interface Fault<E extends Engine> {
  String name();

  /** Returns the number of processes that it kills. */
  int kills();

  /** Injects the fault, and undoes it before it returns. */
  void strike(E engine, Random random) throws IOException, InterruptedException;

  /** Makes a fault that kills nothing. */
  static <E extends Engine> Fault<E> of(String name, Action<E> action) {
    return of(name, 0, action);
  }

  static <E extends Engine> Fault<E> of(String name, int kills, Action<E> action) {
    return new Fault<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public int kills() {
        return kills;
      }

      @Override
      public void strike(E engine, Random random) throws IOException, InterruptedException {
        action.strike(engine, random);
      }
    };
  }

  /** Injects the fault into an engine, and undoes it before it returns. */
  @FunctionalInterface
  interface Action<E extends Engine> {
    void strike(E engine, Random random) throws IOException, InterruptedException;
  }
}

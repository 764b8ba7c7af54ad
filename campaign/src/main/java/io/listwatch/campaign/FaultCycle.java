package io.listwatch.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** Splits faults, in a random order, into rounds. Has no more rounds once the time is over. */
final class FaultCycle<F> implements Iterator<List<F>> {
  private final List<F> faults;
  private final int perRound;
  private final BooleanSupplier timeIsOver;
  private int done;

  FaultCycle(List<F> faults, int perRound, Random random, BooleanSupplier timeIsOver) {
    this.faults = new ArrayList<>(faults);
    this.perRound = perRound;
    this.timeIsOver = timeIsOver;
    Collections.shuffle(this.faults, random);
  }

  @Override
  public boolean hasNext() {
    return done < faults.size() && !timeIsOver.getAsBoolean();
  }

  /** Returns the faults of the next round, even if the time is over. */
  @Override
  public List<F> next() {
    if (done == faults.size()) {
      throw new NoSuchElementException();
    }
    int end = Math.min(faults.size(), done + perRound);
    List<F> round = List.copyOf(faults.subList(done, end));
    done = end;
    return round;
  }
}

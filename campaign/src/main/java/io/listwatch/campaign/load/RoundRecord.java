package io.listwatch.campaign.load;

import io.listwatch.campaign.history.ListRead;
import io.listwatch.campaign.history.Operation;
import io.listwatch.campaign.history.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The requests of all clients in one round, with their responses.
 *
 * <p>Thread-safe.
 */
public final class RoundRecord {
  private static final int RECENT = 256;

  private final Queue<Operation> operations = new ConcurrentLinkedQueue<>();
  private final Queue<ListRead> lists = new ConcurrentLinkedQueue<>();
  private final Queue<Violation> violations = new ConcurrentLinkedQueue<>();

  /** The last state of each object that any client has seen. */
  private final Map<String, CampaignObject> seen = new ConcurrentHashMap<>();

  /** The greatest version that any client has received. */
  private final AtomicLong greatest = new AtomicLong();

  /** Some of the last versions that clients have received, in a ring. */
  private final AtomicLongArray recent = new AtomicLongArray(RECENT);

  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong decisions = new AtomicLong();
  private final AtomicLong compacted;

  /**
   * @param compacted the oldest version that storage keeps
   */
  public RoundRecord(AtomicLong compacted) {
    this.compacted = compacted;
  }

  void add(Operation operation) {
    operations.add(operation);
    if (operation.isWrite() && operation.outcome() == Operation.Outcome.OK) {
      writes.incrementAndGet();
    }
    tell(operation.version());
  }

  public void add(ListRead read) {
    lists.add(read);
  }

  public void add(Violation violation) {
    violations.add(violation);
  }

  void tell(long version) {
    var unused = greatest.accumulateAndGet(version, Math::max);
    if (version > 0) {
      recent.set((int) (version % RECENT), version);
    }
  }

  /**
   * Returns a version that some client has received; 0 if there is none. Only such versions can be
   * read, because versions have gaps.
   */
  long recent(Random random) {
    int from = random.nextInt(RECENT);
    for (int i = 0; i < RECENT; i++) {
      long version = recent.get((from + i) % RECENT);
      if (version >= compacted()) {
        return version;
      }
    }
    return 0;
  }

  /** Returns the greatest version that any client has received; 0 if none has. */
  public long greatest() {
    return greatest.get();
  }

  /** Returns the oldest version that can be read and watched. */
  public long compacted() {
    return compacted.get();
  }

  void see(CampaignObject object) {
    seen.put(object.key(), object);
  }

  /** Returns the last state of an object that any client has seen; null if there is none. */
  public @Nullable CampaignObject seen(String key) {
    return seen.get(key);
  }

  void decided() {
    decisions.incrementAndGet();
  }

  /** Returns the number of correct authorization decisions about users whose rights had changed. */
  public long decisions() {
    return decisions.get();
  }

  /** Returns the number of writes that succeeded. */
  public long writes() {
    return writes.get();
  }

  public List<Operation> operations() {
    return new ArrayList<>(operations);
  }

  public List<ListRead> lists() {
    return new ArrayList<>(lists);
  }

  public List<Violation> violations() {
    return new ArrayList<>(violations);
  }
}

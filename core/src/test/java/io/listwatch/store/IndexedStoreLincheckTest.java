package io.listwatch.store;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import java.util.List;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** One thread changes objects while others add an index and read. */
@Param(name = "object", gen = IntGen.class, conf = "0:2")
public final class IndexedStoreLincheckTest {
  /** Created beforehand, because parsing is not part of the check. */
  private static final List<Resource> OBJECTS =
      IntStream.range(0, 3).mapToObj(i -> Notes.note("n" + i)).toList();

  private final IndexedStore store = new IndexedStore((index, object, cause) -> {});

  @Operation(nonParallelGroup = "writer")
  public boolean put(@Param(name = "object") int object) {
    StoreTransaction transaction = store.transaction();
    boolean created = transaction.put(OBJECTS.get(object)) == null;
    transaction.commit();
    return created;
  }

  @Operation(nonParallelGroup = "writer")
  public boolean remove(@Param(name = "object") int object) {
    StoreTransaction transaction = store.transaction();
    boolean removed = transaction.remove(OBJECTS.get(object).key()) != null;
    transaction.commit();
    return removed;
  }

  @Operation
  public boolean addIndex() {
    try {
      store.addIndex(Index.of("all", object -> List.of("")));
      return true;
    } catch (IllegalArgumentException thereIsOne) {
      return false;
    }
  }

  @Operation
  public boolean contains(@Param(name = "object") int object) {
    return store.snapshot().contains(OBJECTS.get(object).key());
  }

  /** Returns the number of objects, and the number that the index finds, if there is one. */
  @Operation
  public List<Integer> sizes() {
    StoreSnapshot snapshot = store.snapshot();
    return snapshot.indexNames().isEmpty()
        ? List.of(snapshot.size())
        : List.of(snapshot.size(), snapshot.byIndex("all", "").size());
  }

  @Test
  void isLinearizable() {
    new ModelCheckingOptions()
        .iterations(6)
        .invocationsPerIteration(50)
        .threads(2)
        .actorsPerThread(3)
        // Skips interleavings within these classes, which are immutable or confined to one thread:
        // they do most of the work.
        .addGuarantee(
            forClasses(
                    SortedTable.class.getName(),
                    TableEditor.class.getName(),
                    IndexTable.class.getName())
                .allMethods()
                .ignore())
        .check(IndexedStoreLincheckTest.class);
  }
}

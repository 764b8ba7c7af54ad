package io.listwatch.server.registry.delete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CollectionDeletionTest {
  private final VerbsFixture fixture = new VerbsFixture();
  private final List<String> tried = new ArrayList<>();

  @BeforeEach
  void fill() {
    new ObjectsUnderTest(fixture, "", "namespaces").create("{'metadata':{'name':'home'}}");
    var maps = new ObjectsUnderTest(fixture, "", "configmaps");
    for (String name : List.of("a", "b", "c")) {
      maps.create("{'metadata':{'name':'%s'}}".formatted(name));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private DeletedCollection run(Function<Resource, CompletionStage<DeleteResult>> remove) {
    return run(remove, ListOptions.ALL);
  }

  private DeletedCollection run(
      Function<Resource, CompletionStage<DeleteResult>> remove, ListOptions selection) {
    return ObjectsUnderTest.await(start(remove, selection, () -> false));
  }

  private CompletionStage<DeletedCollection> start(
      Function<Resource, CompletionStage<DeleteResult>> remove,
      ListOptions selection,
      BooleanSupplier abandoned) {
    var selected = new DeletedObjects(DeletedObjects.MAX_SHOWN_BYTES, DeletedObjects.MAX_NAMED);
    return start(remove, selection, abandoned, selected);
  }

  private CompletionStage<DeletedCollection> start(
      Function<Resource, CompletionStage<DeleteResult>> remove,
      ListOptions selection,
      BooleanSupplier abandoned,
      DeletedObjects selected) {
    ResourceDefinition maps = fixture.definition("", "configmaps");
    ServedKind kind =
        ServedKind.of(
            maps,
            fixture.storages.apply(maps),
            CanonicalForms.of(maps),
            VersionConverter.SAME,
            BuiltInKinds.strategy(maps));
    Function<Resource, CompletionStage<DeleteResult>> noting =
        each -> {
          tried.add(each.key().name());
          return remove.apply(each);
        };
    return new CollectionDeletion(
            kind, ResourceScope.namespace("home"), noting, abandoned, Runnable::run, selected)
        .run(selection);
  }

  @Test
  void skipsObjectsThatAreGone() {
    DeletedCollection removed = run(each -> CompletableFuture.failedFuture(gone()));

    assertThat(tried).containsExactly("a", "b", "c");
    assertThat(removed.objects()).hasSize(3);
    assertThat(removed.continueToken()).isEmpty();
  }

  private ApiException gone() {
    return ApiErrors.notFound(fixture.definition("", "configmaps").type(), "x");
  }

  @Test
  void limitedDeletionReportsRemainingItems() {
    DeletedCollection removed =
        run(each -> CompletableFuture.failedFuture(gone()), ListOptions.ALL.limitedTo(1));

    assertThat(removed.objects()).hasSize(1);
    assertThat(removed.continueToken()).isNotEmpty();
    assertThat(removed.remaining()).isEqualTo(2);
  }

  /** All objects were kept until the response, so deleting more than the heap ended the process. */
  @Test
  void showsOnlyNamesBeyondThirtyTwoMegabytes() {
    var maps = new ObjectsUnderTest(fixture, "", "configmaps");
    String value = "x".repeat(1_000_000);
    for (int i = 0; i < 40; i++) {
      maps.create("{'metadata':{'name':'more-%02d'},'data':{'a':'%s'}}".formatted(i, value));
    }

    DeletedCollection removed = run(each -> CompletableFuture.failedFuture(gone()));

    assertThat(removed.objects()).hasSize(43);
    long bytes = removed.objects().stream().mapToLong(Resource::size).sum();
    assertThat(bytes).isLessThan(DeletedObjects.MAX_SHOWN_BYTES + 10_000);
    Resource last = removed.objects().get(42);
    assertThat(last.key().name()).isEqualTo("more-39");
    assertThat(last.uid()).isPresent();
    assertThat(last.version().isUnset()).isFalse();
    assertThat(last.size()).isLessThan(500);
  }

  /** Names were kept without bound, so deleting millions of objects filled the heap. */
  @Test
  void countsObjectsBeyondTheNamedOnes() {
    DeletedCollection removed =
        ObjectsUnderTest.await(
            start(
                each -> CompletableFuture.failedFuture(gone()),
                ListOptions.ALL,
                () -> false,
                new DeletedObjects(0, 1)));

    assertThat(tried).containsExactly("a", "b", "c");
    assertThat(removed.objects()).extracting(each -> each.key().name()).containsExactly("a");
    assertThat(removed.remaining()).isEqualTo(2);
  }

  @Test
  void stopsAfterAFailure() {
    fill(CollectionDeletion.AT_A_TIME);

    assertThatThrownBy(() -> run(each -> CompletableFuture.failedFuture(ApiErrors.plain("no"))))
        .hasMessageContaining("no");

    assertThat(tried).hasSize(CollectionDeletion.AT_A_TIME);
  }

  @Test
  void deletesAHundredObjectsAtATime() {
    fill(CollectionDeletion.AT_A_TIME);
    List<CompletableFuture<DeleteResult>> pending = new ArrayList<>();

    CompletionStage<DeletedCollection> deletion =
        start(pending(pending), ListOptions.ALL, () -> false);

    assertThat(pending).hasSize(CollectionDeletion.AT_A_TIME);
    List.copyOf(pending).forEach(each -> each.completeExceptionally(gone()));
    assertThat(pending).hasSize(CollectionDeletion.AT_A_TIME + 3);
    assertThat(deletion.toCompletableFuture()).isNotDone();
  }

  /** A hundred objects of more than a megabyte were rewritten at the same time. */
  @Test
  void deletesTwoMebibytesAtATime() {
    var maps = new ObjectsUnderTest(fixture, "", "configmaps");
    String value = "x".repeat(600_000);
    for (int i = 0; i < 9; i++) {
      maps.create("{'metadata':{'name':'large-%d'},'data':{'a':'%s'}}".formatted(i, value));
    }
    List<CompletableFuture<DeleteResult>> pending = new ArrayList<>();

    CompletionStage<DeletedCollection> deletion =
        start(pending(pending), ListOptions.ALL, () -> false);

    assertThat(tried).containsExactly("a", "b", "c", "large-0", "large-1", "large-2");
    List.copyOf(pending).forEach(each -> each.completeExceptionally(gone()));
    assertThat(tried).hasSize(9).endsWith("large-3", "large-4", "large-5");
    List.copyOf(pending).forEach(each -> each.completeExceptionally(gone()));
    List.copyOf(pending).forEach(each -> each.completeExceptionally(gone()));
    assertThat(tried).hasSize(12);
    assertThat(deletion.toCompletableFuture()).isCompleted();
  }

  private static Function<Resource, CompletionStage<DeleteResult>> pending(
      List<CompletableFuture<DeleteResult>> removals) {
    return each -> {
      var removal = new CompletableFuture<DeleteResult>();
      removals.add(removal);
      return removal;
    };
  }

  @Test
  void stopsWhenTheClientIsGone() {
    fill(CollectionDeletion.AT_A_TIME);

    CompletionStage<DeletedCollection> deletion =
        start(
            each -> CompletableFuture.failedFuture(gone()),
            ListOptions.ALL,
            () -> !tried.isEmpty());

    assertThat(deletion.toCompletableFuture()).isCompletedExceptionally();
    assertThat(tried).hasSize(CollectionDeletion.AT_A_TIME);
  }

  private void fill(int more) {
    var maps = new ObjectsUnderTest(fixture, "", "configmaps");
    for (int i = 0; i < more; i++) {
      maps.create("{'metadata':{'name':'more-%d'}}".formatted(i));
    }
  }
}

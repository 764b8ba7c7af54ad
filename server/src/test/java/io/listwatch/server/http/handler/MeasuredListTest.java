package io.listwatch.server.http.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.http.encoding.ListHead;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.Workers;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The event loop used to measure a whole batch of 500 objects in one step. */
final class MeasuredListTest {
  private final Queue<Runnable> loop = new ArrayDeque<>();
  private final Queue<Runnable> workers = new ArrayDeque<>();
  private final CountingForm form = new CountingForm();

  @Test
  void eachStepMeasuresFewObjects() throws Exception {
    List<Resource> objects = IntStream.range(0, 500).mapToObj(i -> object(i, 2_000)).toList();

    var measured = measure(objects);
    run(loop);

    assertThat(measured.form()).isSameAs(form);
    assertThat(form.length).isEqualTo(objects.stream().mapToLong(Resource::size).sum());
    assertThat(form.steps).hasSizeGreaterThan(10).allMatch(step -> step < 2 * ListStep.MAX_BYTES);
  }

  @Test
  void workerMeasuresLongObject() throws Exception {
    List<Resource> objects = List.of(object(0, 100), object(1, 1_000_000), object(2, 100));

    var measured = measure(objects);
    run(loop);
    assertThat(form.steps).allMatch(step -> step < 1_000);
    assertThat(workers).hasSize(1);
    run(workers);
    run(loop);

    assertThat(measured.form()).isSameAs(form);
    assertThat(form.length).isEqualTo(objects.stream().mapToLong(Resource::size).sum());
  }

  private interface Result {
    ObjectForm form() throws Exception;
  }

  private Result measure(List<Resource> objects) {
    var page = ResourcePage.of(ResourceVersion.of(1), "", null, objects);
    var list =
        MeasuredList.of(page, form, loop::add, new Workers(workers::add)).toCompletableFuture();
    return () -> list.get().form();
  }

  private void run(Queue<Runnable> tasks) {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      form.step = 0;
      task.run();
      form.steps.add(form.step);
    }
  }

  private static Resource object(int number, int size) {
    return Resource.parse(
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a%d","namespace":"b",\
        "resourceVersion":"3"},"data":{"a":"%s"}}\
        """
            .formatted(number, "x".repeat(size)));
  }

  /** Counts the bytes that it measures in a step and in total. */
  private static final class CountingForm implements ObjectForm {
    private final List<Integer> steps = new ArrayList<>();
    private int step;
    private long length;

    @Override
    public long measure(Resource item) {
      step += item.size();
      return item.size();
    }

    @Override
    public ObjectForm measured(long itemsLength) {
      length = itemsLength;
      return this;
    }

    @Override
    public void writeObject(Resource object, OutputStream out) {}

    @Override
    public void writeHead(ListHead head, OutputStream out) {}

    @Override
    public void writeItem(Resource item, boolean first, OutputStream out) {}

    @Override
    public void writeTail(ListHead head, boolean empty, OutputStream out) {}
  }
}

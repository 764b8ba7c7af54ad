package io.listwatch.server.http;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * A program that runs tests of the server with Netty's leak detector and prints the leaked buffers.
 * At the end it leaks one buffer itself and waits until that is reported: all others have been
 * reported by then.
 */
final class LeakCheck {
  /** Printed for the buffer that is leaked on purpose. */
  static final String OWN = "lost on purpose";

  private static final Queue<String> LOST = new ConcurrentLinkedQueue<>();

  private LeakCheck() {}

  public static void main(String[] classes) {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
    var summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(List.of(classes).stream().map(each -> selectClass(each)).toList())
                .build(),
            summary);
    System.out.printf(
        "%n%d passed, %d failed%n",
        summary.getSummary().getTestsSucceededCount(), summary.getSummary().getTestsFailedCount());
    loseOne();
    for (int rounds = 0; rounds < 600 && !LOST.contains(OWN); rounds++) {
      lookForLost();
    }
    lookForLost();
    LOST.forEach(System.out::println);
    Runtime.getRuntime().halt(0);
  }

  private static void loseOne() {
    ByteBufAllocator.DEFAULT.buffer(64).touch(OWN);
  }

  /** The detector reports leaks when the next buffer is allocated. */
  private static void lookForLost() {
    System.gc();
    ByteBufAllocator.DEFAULT.buffer(64).release();
  }

  private static final class Factory extends ResourceLeakDetectorFactory {
    @Override
    @Deprecated
    @SuppressWarnings(
        "InlineMeSuggester") // an override of Netty's deprecated method, which is not called here
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return newResourceLeakDetector(resource, samplingInterval);
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval) {
      return new Detector<>(resource, samplingInterval);
    }
  }

  private static final class Detector<T> extends ResourceLeakDetector<T> {
    Detector(Class<?> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resource, String records) {
      LOST.add(records.contains(OWN) ? OWN : resource + records);
    }

    @Override
    protected void reportUntracedLeak(String resource) {
      LOST.add(resource);
    }
  }
}

package io.listwatch.server.registry.conversion;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ResourcePage;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A list page in another API version. It is converted batch by batch, as the reader requests them.
 * The first batch is converted when the page is opened, so that a failing conversion is reported
 * before the response starts.
 */
final class ConvertedPage implements ResourcePage {
  private final ResourcePage page;
  private final Conversion conversion;

  /** The first batch; null once {@link #next} has returned it. */
  private @Nullable List<Resource> first;

  private ConvertedPage(ResourcePage page, Conversion conversion, List<Resource> first) {
    this.page = page;
    this.conversion = conversion;
    this.first = first;
  }

  static CompletionStage<ResourcePage> open(ResourcePage page, Conversion conversion) {
    return convertNext(page, conversion)
        .thenApply(first -> new ConvertedPage(page, conversion, first));
  }

  private static CompletionStage<List<Resource>> convertNext(
      ResourcePage page, Conversion conversion) {
    return page.next().thenCompose(conversion::serving);
  }

  @Override
  public ResourceVersion version() {
    return page.version();
  }

  @Override
  public String continueToken() {
    return page.continueToken();
  }

  @Override
  public @Nullable Long remaining() {
    return page.remaining();
  }

  @Override
  public List<ResourceKey> unreadable() {
    return page.unreadable();
  }

  @Override
  public CompletionStage<List<Resource>> next() {
    List<Resource> batch = first;
    first = null;
    return batch == null ? convertNext(page, conversion) : completedStage(batch);
  }

  @Override
  public CompletionStage<ResourcePage> again() {
    return page.again().thenCompose(same -> open(same, conversion));
  }
}

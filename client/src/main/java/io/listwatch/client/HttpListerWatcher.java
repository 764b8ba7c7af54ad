package io.listwatch.client;

import io.listwatch.client.http.ApiRequest;
import io.listwatch.client.http.ApiResponse;
import io.listwatch.client.http.Transport;
import io.listwatch.client.stream.ListStream;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.informer.SourceProvider;
import io.listwatch.model.ApiException;
import io.listwatch.model.DeltaBases;
import io.listwatch.model.ListOptions;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceType;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lists and watches a collection of an API server for a reflector.
 *
 * <p>Thread-safe. Does not retry: the reflector knows where to resume, has its own backoff, and
 * reports its state.
 */
public final class HttpListerWatcher implements ListerWatcher {
  private static final String JSON = "application/json";
  private static final int NOT_ACCEPTABLE = 406;

  private final Transport transport;
  private final ResourceType type;
  private final String path;
  private final ObjectForm form;
  private final OptionsModifier modifier;

  HttpListerWatcher(
      Transport transport,
      ResourceType type,
      @Nullable String namespace,
      ObjectForm form,
      OptionsModifier modifier) {
    this.transport = transport;
    this.type = type;
    this.path = ResourcePath.collection(type, namespace);
    this.form = form;
    this.modifier = modifier;
  }

  /**
   * Returns the collections of the server behind a transport. Internal: for informers over the HTTP
   * client of another library.
   */
  public static SourceProvider sources(Transport transport) {
    return new HttpSources(transport, ObjectForm.WHOLE);
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    List<Resource> items = new ArrayList<>();
    return list(options, items::add).with(items);
  }

  @Override
  public ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    List<UnreadableObject> unreadable = new ArrayList<>();
    ApiRequest request = request(form.acceptList()).once();
    ResourceList rest = stream(request, options, objects, unreadable::add);
    return new ResourceList(List.of(), unreadable, rest.version(), rest.continueToken());
  }

  /**
   * Lists object by object, with retries if the server asks for them. Returns the list without its
   * items.
   */
  ResourceList stream(
      ListOptions options,
      Consumer<? super Resource> objects,
      Consumer<UnreadableObject> unreadable)
      throws InterruptedException {
    return stream(request(form.acceptList()), options, objects, unreadable);
  }

  private ResourceList stream(
      ApiRequest request,
      ListOptions options,
      Consumer<? super Resource> objects,
      Consumer<UnreadableObject> unreadable)
      throws InterruptedException {
    ApiRequest listing = OptionsQuery.list(request, modifier.list(options)).streamed();
    var list = new ListStream(form.apiVersion(type), form.kind(type), objects, unreadable);
    try (ApiResponse response = requireJson(transport.send(listing));
        InputStream stream = response.stream()) {
      return list.read(stream);
    } catch (IOException e) {
      throw ApiResponse.unreadable(e);
    }
  }

  @Override
  public Watch watch(WatchOptions options) throws InterruptedException {
    return watch(options, form.accept(), null);
  }

  /**
   * Requests deltas. If a server or proxy rejects that media type with 406, repeats the request
   * without deltas.
   */
  @Override
  public Watch watch(WatchOptions options, DeltaBases bases) throws InterruptedException {
    try {
      return watch(options, form.accept() + ";" + HttpWatch.DELTA, bases);
    } catch (ApiException rejected) {
      if (rejected.status().code() != NOT_ACCEPTABLE) {
        throw rejected;
      }
      return watch(options);
    }
  }

  private Watch watch(WatchOptions options, String accept, @Nullable DeltaBases bases)
      throws InterruptedException {
    ApiRequest watching = OptionsQuery.watch(request(accept), modifier.watch(options));
    ApiRequest request = options.initialEvents() ? watching.watchedFromList() : watching.watched();
    return new HttpWatch(requireJson(transport.send(request.once())), bases);
  }

  private ApiRequest request(String accept) {
    return ApiRequest.get(path).accept(accept);
  }

  /** Rejects a successful response that is not JSON: it does not come from an API server. */
  private static ApiResponse requireJson(ApiResponse response) {
    String found = response.header("Content-Type");
    if (!found.isEmpty() && !found.regionMatches(true, 0, JSON, 0, JSON.length())) {
      response.close();
      throw new MalformedException("Content-Type: %.64s (expected: %s)".formatted(found, JSON));
    }
    return response;
  }

  @Override
  public String toString() {
    return path;
  }
}

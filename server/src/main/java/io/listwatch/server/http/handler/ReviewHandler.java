package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.exchange.BodySizes;
import io.listwatch.server.http.exchange.DocumentEncoding;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.review.Reviews;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.WriteOptions;

/** Handles POSTs of reviews, such as SubjectAccessReview, which are not stored. */
final class ReviewHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final Reviews reviews;
  private final ObjectResponses answers;
  private final VerbHandler others;

  /**
   * @param others creates objects that are not reviews
   */
  ReviewHandler(ResourceVerbs verbs, Reviews reviews, ObjectResponses answers, VerbHandler others) {
    this.verbs = verbs;
    this.reviews = reviews;
    this.answers = answers;
    this.others = others;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    if (!Reviews.covers(request.definition())) {
      return others.handle(request);
    }
    Exchange exchange = request.exchange();
    Representation representation =
        Representation.ofReview(exchange.accept(), exchange.pretty(), request.definition());
    WriteOptions options = exchange.writeQuery().create();
    return answers.when(
        request,
        RequestBody.read(
            exchange,
            verbs.workers(),
            BodySizes.MAX_REVIEW,
            body ->
                verbs
                    .draft(
                        request.definition(),
                        request.namespace(),
                        body.object(request.bodyType()),
                        options)
                    .thenCompose(
                        review -> reviews.answer(review, request.user(), request.namespace()))),
        answer -> answer(request, representation, answer));
  }

  private static HttpResponse answer(
      ResourceRequest request, Representation representation, JsonObject answer) {
    byte[] json = CanonicalForms.of(request.definition()).encode(answer);
    return Responses.body(
        request.exchange(),
        201,
        representation,
        out -> DocumentEncoding.write(json, representation, out));
  }
}

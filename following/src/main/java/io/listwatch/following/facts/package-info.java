/**
 * The facts of one version of Kubernetes that the server's tables are made from, and the reader
 * that extracts them from a checkout.
 *
 * <p>Start at {@link Facts}. {@link CheckoutReader} reads a {@link Checkout} once. {@link
 * FactsFile} keeps the result, so that the tables can be made again without a checkout.
 */
@NullMarked
package io.listwatch.following.facts;

import org.jspecify.annotations.NullMarked;

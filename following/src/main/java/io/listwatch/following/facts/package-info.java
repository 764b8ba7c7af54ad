/**
 * The facts of one version of Kubernetes that the server's tables are made from, and how they are
 * read from a checkout.
 *
 * <p>Start at {@link Facts}. A {@link Checkout} is read once, by {@link CheckoutReader}; {@link
 * FactsFile} keeps what was read, so that the tables can be made again without a checkout.
 */
@NullMarked
package io.listwatch.following.facts;

import org.jspecify.annotations.NullMarked;

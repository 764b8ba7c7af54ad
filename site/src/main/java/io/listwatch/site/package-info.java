/**
 * Makes a site of HTML files from the Markdown pages of the project, in English and Chinese, beside
 * its javadoc. Readers need no server and no network; a link that leads nowhere fails the build.
 *
 * <p>Start at {@link Site}.
 */
@NullMarked
package io.listwatch.site;

import org.jspecify.annotations.NullMarked;

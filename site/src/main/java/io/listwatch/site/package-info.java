/**
 * Makes a site of HTML files from the Markdown pages of the project, in English and Chinese, next
 * to its javadoc. Readers need no server and no network; a link that leads nowhere fails the build.
 */
@NullMarked
package io.listwatch.site;

import org.jspecify.annotations.NullMarked;

import * as z from 'zod/mini';
import { ExternalResources } from '../external-resources.js';
import { PackageVersions } from '../packages/package-versions.js';

/** Sorts the names, so that equal maps are equal as JSON; an empty map becomes undefined. */
function canonicalPackages(packages: PackageVersions): PackageVersions | undefined {
  const entries = Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * How a project is compiled (specification: Project record). Angular is listed as coming soon and is refused. Requests
 * may omit any key. Responses contain all of them, but `packages` and `resources` only if there are any, and the
 * languages only if they are not HTML and CSS.
 */
export const FrameworkConfig = z.object({
  framework: z._default(z.enum(['vanilla', 'react', 'vue']), 'vanilla'),
  cssFramework: z._default(z.enum(['none', 'tailwind', 'bootstrap', 'bulma', 'sass', 'scss']), 'none'),
  typescript: z._default(z.boolean(), false),
  buildTool: z._default(z.enum(['default', 'vite']), 'default'),
  frameworkVersion: z._default(z.union([z.literal(17), z.literal(18), z.literal(19)]), 17),
  vueSfc: z._default(z.boolean(), false),
  /** The language of the HTML pane, if it is not HTML. */
  htmlLanguage: z.optional(z.enum(['markdown', 'pug'])),
  /** The language of the CSS pane, if it is not CSS and `cssFramework` does not decide it. */
  cssLanguage: z.optional(z.literal('less')),
  packages: z.optional(
    z.pipe(z.pipe(PackageVersions, z.transform(canonicalPackages)), z.optional(PackageVersions)),
  ),
  resources: z.optional(ExternalResources),
});
export type FrameworkConfig = z.infer<typeof FrameworkConfig>;

export const defaultFrameworkConfig: FrameworkConfig = FrameworkConfig.parse({});

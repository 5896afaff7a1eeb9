import * as z from 'zod/mini';

/**
 * How a project is compiled (specification: Project record). Angular is listed as coming soon and is refused.
 * Requests may omit any key; responses contain all of them.
 */
export const FrameworkConfig = z.object({
  framework: z._default(z.enum(['vanilla', 'react', 'vue']), 'vanilla'),
  cssFramework: z._default(z.enum(['none', 'tailwind', 'bootstrap', 'bulma', 'sass', 'scss']), 'none'),
  typescript: z._default(z.boolean(), false),
  buildTool: z._default(z.enum(['default', 'vite']), 'default'),
  frameworkVersion: z._default(z.union([z.literal(17), z.literal(18), z.literal(19)]), 17),
  vueSfc: z._default(z.boolean(), false),
});
export type FrameworkConfig = z.infer<typeof FrameworkConfig>;

export const defaultFrameworkConfig: FrameworkConfig = FrameworkConfig.parse({});

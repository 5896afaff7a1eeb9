import * as z from 'zod/mini';
import { route } from '../route.js';

/**
 * SPEC 3 frameworkConfig with the additions of CONTRACT 2. Angular is listed as coming soon and is refused.
 * Every key may be left out of a request; an answer carries all of them.
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

/** A small finished project to begin with (SPEC 3 Template). */
export const Template = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  html: z.string(),
  css: z.string(),
  js: z.string(),
  frameworkConfig: FrameworkConfig,
});
export type Template = z.infer<typeof Template>;

/** SPEC 3: by framework, and those that are modules for vite in a group of their own. */
export const templateGroups = ['vanilla', 'react', 'vue', 'vite'] as const;
export type TemplateGroup = (typeof templateGroups)[number];

const Templates = z.record(z.enum(templateGroups), z.array(Template));
export type Templates = z.infer<typeof Templates>;

export const TemplateList = z.object({ success: z.literal(true), templates: Templates });
export type TemplateList = z.infer<typeof TemplateList>;

export const frameworkRoutes = {
  listTemplates: route({
    method: 'GET',
    path: '/frameworks/templates',
    summary: 'Starter templates by framework, and those that are modules for vite. Carries an ETag.',
    access: 'none',
    status: 200,
    response: TemplateList,
  }),
};

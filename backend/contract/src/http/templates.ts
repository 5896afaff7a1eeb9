import * as z from 'zod/mini';
import { route } from '../route.js';
import { FrameworkConfig } from './frameworks.js';

/** A small finished project to begin with (specification: Templates). */
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

/** The groups: one per framework, and one for modules for Vite (specification: Templates). */
export const templateGroups = ['vanilla', 'react', 'vue', 'vite'] as const;
export type TemplateGroup = (typeof templateGroups)[number];

const Templates = z.record(z.enum(templateGroups), z.array(Template));
export type Templates = z.infer<typeof Templates>;

export const TemplateList = z.object({ success: z.literal(true), templates: Templates });
export type TemplateList = z.infer<typeof TemplateList>;

export const templateRoutes = {
  listTemplates: route({
    method: 'GET',
    path: '/frameworks/templates',
    summary: 'Starter templates by framework, and those that are modules for vite. Carries an ETag.',
    access: 'none',
    status: 200,
    response: TemplateList,
  }),
};

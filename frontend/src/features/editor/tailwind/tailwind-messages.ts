import type { TailwindClass } from '@studio/engine/styles/tailwind-classes';

/** Page → worker: what is typed of a class, and the CSS pane. */
export interface ClassesRequest {
  number: number;
  css: string;
  typed: string;
}

/** Worker → page: what can be written, with colours as `#rrggbb`. */
export interface ClassesAnswer {
  number: number;
  classes: TailwindClass[];
}

import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { ComponentType } from 'react';

/** One of two states of a project, and what it is called. */
interface Side {
  name: string;
  content: {
    title: string;
    description: string;
    tags: string[];
    html: string;
    css: string;
    js: string;
    frameworkConfig: FrameworkConfig;
  };
}

/** What other features draw for this one. */
export interface InjectedComponents {
  /** What HTML and CSS show of a project, with its scripts when `running`, until it leaves the view. */
  CardPicture: ComponentType<{ cardUrl: string; title: string; running: boolean; onLeave: () => void }>;
  /** How two states of a project differ. */
  Difference: ComponentType<{ before: Side; after: Side }>;
}

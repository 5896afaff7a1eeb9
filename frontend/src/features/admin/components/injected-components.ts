import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { ComponentType } from 'react';

/** One of two versions of a project, with its label. */
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

/** Components of other features, which features may not import: the app passes them in. */
export interface InjectedComponents {
  /** The picture of a project's page; runs its scripts while `running` and in view. */
  CardPicture: ComponentType<{
    projectId: string;
    cardUrl: string;
    title: string;
    running: boolean;
    onLeave: () => void;
  }>;
  /** The difference of two versions of a project. */
  Difference: ComponentType<{ before: Side; after: Side }>;
}

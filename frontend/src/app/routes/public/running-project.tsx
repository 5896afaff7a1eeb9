import type { Source } from '@studio/engine/source';
import { Code } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { FullPreview } from '@/features/preview/components/full-preview.tsx';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { Button } from '@/ui/button.tsx';
import type { PageServices } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { ProjectCode } from './project-code.tsx';

interface RunningProjectProps {
  services: PageServices;
  projectId: string;
  heading: string;
  project: Source & { title: string };
  /** What follows `Code` in the menu. */
  children: ReactNode;
}

/** A project that somebody else may have written: it runs, and shows its code on request. */
export function RunningProject({ services, projectId, heading, project, children }: RunningProjectProps) {
  const [hasCode, setHasCode] = useState(false);
  const target = useMemo(() => previewTarget(services.config), [services.config]);
  const { title, html, css, js, frameworkConfig } = project;
  const source = useMemo(() => ({ html, css, js, frameworkConfig }), [html, css, js, frameworkConfig]);
  return (
    <div className="flex h-full flex-col md:flex-row">
      <div className="min-h-0 min-w-0 flex-1">
        <FullPreview
          projectKey={projectId}
          sandboxUrl={services.config.sandboxUrl}
          heading={heading}
          live={{ title, source }}
          target={target}
          menu={
            <>
              <Button look="quiet" aria-pressed={hasCode} onClick={() => setHasCode(!hasCode)}>
                <Code size={14} aria-hidden />
                {texts.code}
              </Button>
              {children}
            </>
          }
        />
      </div>
      {hasCode && <ProjectCode sources={source} />}
    </div>
  );
}

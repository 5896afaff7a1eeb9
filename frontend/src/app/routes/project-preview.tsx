import type { Source } from '@studio/engine/source';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { PreviewPanel, type PreviewPanelProps } from '@/features/preview/components/preview-panel.tsx';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import type { SourceChannel } from '@/features/preview/model/preview-channel.ts';
import type { PageServices } from '../page-services.ts';
import { shownSource } from '../shown-source.ts';

interface ProjectPreviewProps
  extends Omit<
    PreviewPanelProps,
    'projectKey' | 'presentKey' | 'sandboxUrl' | 'source' | 'written' | 'onShow' | 'target'
  > {
  services: PageServices;
  /** Of the address; null for `/`. */
  projectId: string | null;
}

/** The preview of the open project. It follows edits by itself, so that the editors need not render again. */
export function ProjectPreview({ services, projectId, ...panel }: ProjectPreviewProps) {
  const store = services.project;
  const openedKey = useStore(store, (state) => state.openedKey);
  const presentKey = useStore(store, (state) => state.project.key);
  const presentId = useStore(store, (state) => state.project.id);
  // Text typed before a project is loaded counts as one, also when it is saved.
  const hasProject = useStore(
    store,
    ({ opening, dirty, project }) => opening > 0 || dirty || project.id !== null,
  );
  // What was open before another page of the studio does not run again while the project of the address is loaded.
  const [former] = useState(presentId && openedKey);
  const isShown = hasProject && (!projectId || projectId === presentId || openedKey !== former);
  const { source, publish } = usePreviewSource(services, panel.autoRun);
  const target = useMemo(() => previewTarget(services.config), [services.config]);
  return (
    <PreviewPanel
      {...panel}
      projectKey={isShown ? openedKey : null}
      presentKey={presentKey}
      sandboxUrl={services.config.sandboxUrl}
      source={source}
      written={() => {
        const { typed, project } = store.getState();
        return { ...typed, frameworkConfig: project.frameworkConfig };
      }}
      onShow={(shown) => {
        publish(shown);
        shownSource.setState({ source: shown });
      }}
      target={target}
    />
  );
}

/** The source for the preview, which waits for Run without `autoRun`; `publish` sends it to windows in Full Screen. */
function usePreviewSource({ project: store }: PageServices, autoRun: boolean) {
  const key = useStore(store, (state) => state.project.key);
  const title = useStore(store, (state) => state.project.title);
  const applied = useStore(store, (state) => state.applied);
  const frameworkConfig = useStore(store, (state) => state.project.frameworkConfig);
  const source = useMemo(() => ({ ...applied, frameworkConfig }), [applied, frameworkConfig]);

  const live = useRef({ title, source });
  const channel = useRef<SourceChannel>(null);
  const publish = (shown: Source) => {
    live.current = { title, source: shown };
    channel.current?.send();
  };
  const open = useEffectEvent(() => publish(source));
  const follow = useEffectEvent((_title: string, newest: Source) =>
    publish(autoRun ? newest : live.current.source),
  );
  useEffect(() => {
    open();
    let isGone = false;
    const connect = async () => {
      const channels = await import('@/features/preview/model/preview-channel.ts');
      if (!isGone) channel.current = channels.publishSource(key, store, () => live.current);
    };
    void connect();
    return () => {
      isGone = true;
      channel.current?.close();
      channel.current = null;
    };
  }, [key, store]);
  useEffect(() => follow(title, source), [title, source]);

  return { source, publish };
}

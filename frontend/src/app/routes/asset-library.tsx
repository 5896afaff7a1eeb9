import { type RefObject, useMemo } from 'react';
import AssetLibraryPanel from '@/features/assets/components/asset-library-panel.tsx';
import type { OpenProject } from '@/features/assets/model/asset-commands.ts';
import type { EditorHandle } from '@/features/editor/components/editor-handle.ts';
import type { PageServices } from '../page-services.ts';

interface AssetLibraryProps {
  services: PageServices;
  editor: RefObject<EditorHandle | null>;
}

/** The asset library, which writes into the editors. */
export default function AssetLibrary({ services, editor }: AssetLibraryProps) {
  const openProject = useMemo<OpenProject>(
    () => ({
      lastFocused: () => editor.current?.lastFocused() ?? null,
      insert: (language, findInsertion) => editor.current?.insert(language, findInsertion),
      useOf(assetId) {
        const { project, typed } = services.project.getState();
        const isNamed = [typed.html, typed.css, typed.js].some((code) =>
          code.includes(`/assets/${assetId}/`),
        );
        return isNamed ? { id: project.id ?? project.key, title: project.title } : null;
      },
    }),
    [services, editor],
  );
  return <AssetLibraryPanel call={services.call} openProject={openProject} />;
}

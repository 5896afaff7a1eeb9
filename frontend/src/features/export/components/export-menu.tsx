import type { ExportedProject } from '@studio/engine/export/exported-project';
import type { SourceLanguage } from '@studio/engine/source';
import { Download } from 'lucide-react';
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react';
import { ChunkBoundary } from '@/ui/chunk-boundary.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { MenuItem } from '@/ui/menu-item.ts';
import { toast } from '@/ui/toast.ts';
import type { ExportSurroundings, LongPacking } from '../model/export-project.ts';

/** What the page around the menu can ask of it. */
export interface ExportHandle {
  /** What the menu offers now. */
  items(): MenuItem[];
}

interface ExportMenuProps {
  /** What stands in the editor at the moment it is called. */
  read: () => ExportedProject;
  /** The panes with nothing in them (SPEC 5: these cannot be exported). */
  empty: Record<SourceLanguage, boolean>;
  surroundings: ExportSurroundings;
  ref?: Ref<ExportHandle>;
}

const panes = [
  ['HTML', 'html'],
  ['CSS', 'css'],
  ['JS', 'js'],
] as const;

const PackingDialog = lazy(() => import('./packing-dialog.tsx'));

/** Takes the project home, in parts or as a package. What does it is fetched with the first choice. */
export function ExportMenu({ read, empty, surroundings, ref }: ExportMenuProps) {
  const [packing, setPacking] = useState<LongPacking | null>(null);
  const parts = panes.map(([label, language]) => ({
    label,
    icon: 'file' as const,
    disabled: empty[language],
    run: () => withExport(({ exportPane }) => exportPane(read(), language)),
  }));
  const all = {
    label: 'Download project (ZIP)',
    icon: 'archive' as const,
    run: () => withExport(({ exportPackage }) => exportPackage(read(), surroundings, setPacking)),
  };
  const items = [...parts, all];
  useImperativeHandle(ref, () => ({ items: () => items }));
  return (
    <>
      <Menu label="Export" items={items} className="max-xl:w-hit max-xl:px-0">
        <Download size={16} aria-hidden />
        <span className="max-xl:sr-only">Export</span>
      </Menu>
      {packing && (
        <ChunkBoundary onFailure={packing.cancel}>
          <Suspense fallback={null}>
            <PackingDialog {...packing} />
          </Suspense>
        </ChunkBoundary>
      )}
    </>
  );
}

type Export = typeof import('../model/export-project.ts');

async function withExport(work: (module: Export) => void | Promise<void>): Promise<void> {
  try {
    await work(await import('../model/export-project.ts'));
  } catch {
    toast({
      title: 'Download failed',
      description: 'Failed to create download package. Please try again.',
      tone: 'danger',
    });
  }
}

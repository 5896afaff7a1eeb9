import type { ExportedProject } from '@studio/engine/export/exported-project';
import type { SourceLanguage } from '@studio/engine/source';
import { Download } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Menu } from '@/ui/menu/menu.tsx';
import type { MenuItem } from '@/ui/menu/menu-panel.tsx';
import { toast } from '@/ui/toast/toast.ts';
import type { ExportSurroundings } from '../model/export-project.ts';
import * as texts from '../texts.ts';

/** The menu's methods for the page. */
export interface ExportHandle {
  /** The present items. */
  items(): MenuItem[];
}

interface ExportMenuProps {
  /** Reads the current content of the editors. */
  read: () => ExportedProject;
  /** The empty panes, which cannot be exported (specification: Export). */
  empty: Record<SourceLanguage, boolean>;
  surroundings: ExportSurroundings;
  ref?: Ref<ExportHandle>;
}

const choices = [
  [texts.html, 'html'],
  [texts.css, 'css'],
  [texts.js, 'js'],
  [texts.zip, 'package'],
] as const;

/** Downloads the project, as single files or as a package. The code for it is loaded with the first choice. */
export function ExportMenu({ read, empty, surroundings, ref }: ExportMenuProps) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  /** Only one export at a time, because a second one would replace the dialogs of the first. */
  const isPacking = useRef(false);
  const run = async (choice: SourceLanguage | 'package') => {
    const isPackage = choice === 'package';
    if (isPackage && isPacking.current) return;
    if (isPackage) isPacking.current = true;
    try {
      const running = await import('./run-export.tsx');
      await running.runExport(read(), choice, surroundings, setDialog);
    } catch (error) {
      console.warn('The export failed', error);
      toast({
        title: texts.downloadFailed,
        description: texts.packageFailed,
        tone: 'danger',
      });
    } finally {
      if (isPackage) isPacking.current = false;
    }
  };
  const items = choices.map(([label, choice]) => ({
    label,
    icon: choice === 'package' ? ('archive' as const) : ('file' as const),
    disabled: choice !== 'package' && empty[choice],
    run: () => run(choice),
  }));
  useImperativeHandle(ref, () => ({ items: () => items }));
  return (
    <>
      <Menu label={texts.exportMenu} items={items} className="max-xl:w-hit max-xl:px-0">
        <Download size={16} aria-hidden />
        <span className="max-xl:sr-only">{texts.exportMenu}</span>
      </Menu>
      {dialog}
    </>
  );
}

import type { ExportedProject } from '@studio/engine/export/exported-project';
import type { SourceLanguage } from '@studio/engine/source';
import type { ReactNode } from 'react';
import { type ExportSurroundings, exportPackage, exportPane } from '../model/export-project.ts';
import { PackingDialog } from './packing-dialog.tsx';

/** Does what the Export menu offers. `show` gets a dialog for as long as the packing takes long, and null in the end. */
export async function runExport(
  project: ExportedProject,
  choice: SourceLanguage | 'package',
  surroundings: ExportSurroundings,
  show: (dialog: ReactNode) => void,
): Promise<void> {
  if (choice !== 'package') exportPane(project, choice, surroundings.assetsUrl);
  else
    await exportPackage(project, surroundings, (packing) => show(packing && <PackingDialog {...packing} />));
}

import type { ExportedProject } from '@studio/engine/export/exported-project';
import { fileEnding, fileStem } from '@studio/engine/export/file-names';
import type { SourceLanguage } from '@studio/engine/source';
import { showProgress } from '@/ui/progress.ts';
import { toast } from '@/ui/toast.ts';
import { download } from './download.ts';
import { packProject } from './pack-project.ts';

/** What the packing needs of the studio. */
export interface ExportSurroundings {
  moduleCdn: string | null;
  assetsUrl: string;
}

/** Saves one pane as a file, `my_title.html` (SPEC 5). */
export function exportPane(project: ExportedProject, language: SourceLanguage): void {
  const name = `${fileStem(project.title)}.${fileEnding(language, project.frameworkConfig)}`;
  download(name, new Blob([project[language]], { type: 'text/plain' }));
}

/** Saves the whole project as `my_title_project.zip` (SPEC 9, CONTRACT 4); a toast tells where that fails. */
export async function exportPackage(
  project: ExportedProject,
  surroundings: ExportSurroundings,
): Promise<void> {
  const { moduleCdn, assetsUrl } = surroundings;
  try {
    const zip = await showProgress(packProject({ project, moduleCdn, libraryOrigin: assetsUrl }));
    download(`${fileStem(project.title)}_project.zip`, zip);
  } catch (error) {
    console.error('The project could not be packed:', error);
    const description = 'Failed to create download package. Please try again.';
    toast({ title: 'Download failed', description, tone: 'danger' });
  }
}

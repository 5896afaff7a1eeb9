import type { SourceLanguage } from '@studio/engine/source';

/** One of the three texts as the workspace shows it. */
export interface Pane {
  language: SourceLanguage;
  label: string;
  /** The name of the text box (CONTRACT 4 Names). */
  name: string;
  /** Share of the editor group in per cent while all three are shown (SPEC 2 Layout). */
  share: number;
}

/** The panes from top to bottom. */
export const panes: readonly Pane[] = [
  { language: 'html', label: 'HTML', name: 'HTML editor', share: 40 },
  { language: 'css', label: 'CSS', name: 'CSS editor', share: 30 },
  { language: 'js', label: 'JavaScript', name: 'JavaScript editor', share: 30 },
];

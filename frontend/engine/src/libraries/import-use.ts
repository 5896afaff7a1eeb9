import type { SourceLanguage } from '../source.js';
import type { TextPosition } from '../text-position.js';

/** A module that the project's code imports. */
export interface ImportUse {
  language: SourceLanguage;
  /** A style sheet imports it, of the CSS pane or of a Vue component. */
  isInStyles: boolean;
  specifier: string;
  names: string[];
  hasAttributes: boolean;
  position: TextPosition;
}

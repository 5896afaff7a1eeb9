import { editor } from 'monaco-editor/editor';
import { useEffect, useRef } from 'react';
import { editorLook } from '../model/editor-look.ts';
import { sourceFiles } from '../model/panes.ts';
import './monaco-editor.css';
import './setup.ts';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';
import { defineTheme, themeName } from './monaco-colors.ts';

const fixedOptions: editor.IStandaloneDiffEditorConstructionOptions = {
  readOnly: true,
  contextmenu: false,
  originalEditable: false,
  automaticLayout: true,
  // Folds unchanged code, so that the first difference is visible.
  hideUnchangedRegions: { enabled: true },
  // Inline below this, in CSS pixels.
  renderSideBySideInlineBreakpoint: 640,
  renderOverviewRuler: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  colorDecorators: false,
  bracketPairColorization: { enabled: false },
  renderMarginRevertIcon: false,
  renderGutterMenu: false,
  // Problems are not marked in a comparison.
  renderValidationDecorations: 'off',
  wordWrap: 'on',
  diffWordWrap: 'on',
  minimap: { enabled: false },
  editContext: false,
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 4,
  stickyScroll: { enabled: false },
  unusualLineTerminators: 'off',
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
};

/**
 * Monaco creates the hovers of all editors' buttons with the services of the editor created last. If that was a diff
 * editor, they are disposed with it, and F8 throws "InstantiationService has been disposed". Creating a plain editor
 * afterwards replaces them.
 */
function renewSharedHovers(): void {
  editor.create(document.createElement('div')).dispose();
}

/** Monaco's diff editor, read-only: side by side where it is wide, one below the other where it is narrow. */
export default function DifferenceEditor(props: CodePair) {
  const { language, frameworkConfig, before, after, theme, fontSize } = props;
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!place.current) return undefined;
    defineTheme(theme);
    const look = editorLook(fontSize);
    const file = sourceFiles(frameworkConfig)[language];
    const models = {
      original: editor.createModel(before.text, file.language),
      modified: editor.createModel(after.text, file.language),
    };
    const shown = editor.createDiffEditor(place.current, {
      ...fixedOptions,
      theme: themeName,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      fontSize: look.fontSize,
      lineHeight: look.lineHeight,
    });
    // Monaco's own options for this are lost when it switches between the two forms.
    const nameSides = () => {
      shown.getOriginalEditor().updateOptions({ ariaLabel: before.name });
      shown.getModifiedEditor().updateOptions({ ariaLabel: after.name });
    };
    shown.onDidUpdateDiff(nameSides);
    shown.getModifiedEditor().onDidLayoutChange(nameSides);
    // Monaco does not end the comparison that it makes of models by itself: "no diff result available" once they are gone.
    const compared = shown.createViewModel(models);
    shown.setModel(compared);
    return () => {
      shown.dispose();
      compared.dispose();
      models.original.dispose();
      models.modified.dispose();
      renewSharedHovers();
    };
  }, [language, frameworkConfig, before.name, before.text, after.name, after.text, theme, fontSize]);

  return <div ref={place} className="min-h-0 flex-1" />;
}

/** Two texts of one source, each with its label, and display options. */
export interface CodePair {
  language: SourceLanguage;
  frameworkConfig: FrameworkConfig;
  before: { name: string; text: string };
  after: { name: string; text: string };
  theme: 'dark' | 'light';
  /** CSS pixels. */
  fontSize: number;
}

import { editor, Range } from 'monaco-editor/editor';
import { syntaxColors } from '../highlighting/grammars.ts';

/** The only Monaco theme; it is redefined when the page changes between dark and light. */
export const themeName = 'studio';

/**
 * The opacity of tints for changed lines and changed text, limited by the contrast of comments on them (WCAG 1.4.3).
 */
const tints = {
  dark: { line: '12', text: '16' },
  light: { line: '07', text: '0d' },
};

/** More lines would take too long in one step: every line above the visible ones is coloured, too. */
const mostLinesAtOnce = 1_000;

/** Monaco's names for numbers in CSS, which are values here. */
const numbersInStyles = {
  'attribute.value.number': syntaxColors.number,
  'attribute.value.unit': syntaxColors.number,
  'attribute.value.hex': syntaxColors.number,
};

/** Defines Monaco's theme from the current design tokens of the page. */
export function defineTheme(theme: 'dark' | 'light'): void {
  const color = tokenReader();
  const ink = color('ink');
  const ground = color('ground');
  const raised = color('raised');
  const line = color('line');
  const accent = color('accent');
  const tint = tints[theme];

  editor.defineTheme(themeName, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      { token: '', foreground: ink.slice(1), background: ground.slice(1) },
      ...Object.entries({ ...syntaxColors, ...numbersInStyles }).map(([token, name]) => ({
        token,
        foreground: color(name).slice(1),
      })),
    ],
    colors: {
      focusBorder: color('focus'),
      foreground: ink,
      'editor.background': ground,
      'editor.foreground': ink,
      'editor.lineHighlightBackground': color('panel'),
      'editor.selectionBackground': `${accent}3d`,
      'editor.inactiveSelectionBackground': `${accent}24`,
      'editor.wordHighlightBackground': `${accent}1f`,
      'editor.findMatchBackground': `${accent}59`,
      'editor.findMatchHighlightBackground': `${accent}2e`,
      'editorBracketMatch.background': `${accent}2e`,
      'editorBracketMatch.border': '#00000000',
      'editorCursor.foreground': accent,
      'editorLineNumber.foreground': color('faint'),
      'editorLineNumber.activeForeground': ink,
      'editorIndentGuide.background1': line,
      'editorIndentGuide.activeBackground1': color('field'),
      'editorWidget.background': raised,
      'editorWidget.border': line,
      'editorHoverWidget.background': raised,
      'editorHoverWidget.border': line,
      'editorSuggestWidget.background': raised,
      'editorSuggestWidget.border': line,
      'editorSuggestWidget.selectedBackground': color('chosen'),
      'editorSuggestWidget.selectedForeground': ink,
      'editorSuggestWidget.highlightForeground': accent,
      'editorSuggestWidget.focusHighlightForeground': accent,
      'editorError.foreground': color('danger'),
      'editorWarning.foreground': color('warning'),
      'input.background': ground,
      'input.border': color('field'),
      'diffEditor.insertedLineBackground': accent + tint.line,
      'diffEditor.insertedTextBackground': accent + tint.text,
      'diffEditor.removedLineBackground': color('danger') + tint.line,
      'diffEditor.removedTextBackground': color('danger') + tint.text,
      'diffEditor.diagonalFill': line,
      'diffEditor.unchangedRegionBackground': color('panel'),
      'diffEditor.unchangedRegionForeground': color('muted'),
      'diffEditor.unchangedRegionShadow': '#00000000',
      'list.hoverBackground': color('hover'),
      'menu.background': raised,
      'menu.foreground': ink,
      'menu.border': line,
      'menu.selectionBackground': color('chosen'),
      'menu.selectionForeground': ink,
      'quickInput.background': raised,
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': `${color('field')}59`,
      'scrollbarSlider.hoverBackground': `${color('field')}8c`,
      'scrollbarSlider.activeBackground': `${color('field')}b3`,
      'widget.shadow': '#00000000',
      'widget.border': line,
    },
  });
  for (const mounted of editor.getEditors()) colorizeVisible(mounted);
}

/** Monaco forgets all colours with a new theme, and finds them again after it has shown the text without any. */
function colorizeVisible(mounted: editor.ICodeEditor): void {
  const model = mounted.getModel();
  const lastLine = mounted.getVisibleRanges().at(-1)?.endLineNumber ?? 0;
  if (!model || lastLine > mostLinesAtOnce) return;
  editor.colorizeModelLine(model, lastLine);
  mounted.render(true);
}

/** Reads a token as `#rrggbb`, the only form that Monaco accepts; a canvas converts any colour to it. */
function tokenReader(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  const context = document.createElement('canvas').getContext('2d');
  return (name) => {
    const value = style.getPropertyValue(`--color-${name}`).trim();
    if (!context) return value;
    context.fillStyle = value;
    return context.fillStyle;
  };
}

/**
 * Removes the colour swatches of replaced lines and creates them again. Until Monaco searches for colours again, a
 * second later, old swatches would appear within words of the new text.
 */
export function renewColorSwatches(mounted: editor.IStandaloneCodeEditor): void {
  mounted.onDidChangeModelContent(({ changes }) => {
    const model = mounted.getModel();
    const replacesLines = changes.some(({ range }) => range.startLineNumber !== range.endLineNumber);
    if (!model || !replacesLines || !hasSwatch(model, writtenRange(model, changes))) return;
    mounted.updateOptions({ colorDecorators: false });
    mounted.updateOptions({ colorDecorators: true });
  });
}

/** The range of the new text; of several changes, the range around all. */
function writtenRange(model: editor.ITextModel, changes: readonly editor.IModelContentChange[]): Range {
  const [change] = changes;
  if (!change || changes.length > 1) return model.getFullModelRange();
  const { range, rangeOffset, text } = change;
  return Range.fromPositions(Range.getStartPosition(range), model.getPositionAt(rangeOffset + text.length));
}

function hasSwatch(model: editor.ITextModel, range: Range): boolean {
  return model
    .getDecorationsInRange(range)
    .some(({ options }) => options.before?.inlineClassName?.includes('colorpicker-color-decoration'));
}

/** How many lines are coloured before an editor is shown; more than are visible. */
const linesShown = 100;

/**
 * Resolves when the beginning of the text is coloured, so that coloured text does not turn plain for a moment: grammars
 * are loaded separately, and until then an editor shows plain text. Also resolves if there is no grammar.
 */
export async function afterFirstColors(mounted: editor.IStandaloneCodeEditor): Promise<void> {
  const model = mounted.getModel();
  if (!model) return;
  const lastLine = Math.min(linesShown, model.getLineCount());
  const beginning = model.getValueInRange({
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: lastLine,
    endColumn: model.getLineMaxColumn(lastLine),
  });
  try {
    // Waits for the grammar and those of embedded languages.
    await editor.colorize(beginning, model.getLanguageId(), {});
  } catch (error) {
    console.warn('A language of the editor could not be loaded.', error);
  }
  if (model.isDisposed()) return;
  // Colours the lines up to this one in the model itself; the text may have become shorter.
  editor.colorizeModelLine(model, Math.min(lastLine, model.getLineCount()));
  mounted.render(true);
}

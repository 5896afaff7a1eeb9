import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { editorLook } from '../model/editor-look.ts';
import { createLiveText } from '../model/live-text.ts';
import { panes } from '../model/panes.ts';
import { LightEditor, type LightEditorHandle } from './light-editor.tsx';

test('Tab and Esc of an input method neither indent nor let Tab leave the editor', () => {
  const [pane] = panes;
  if (!pane) throw new Error('no pane');
  render(
    <LightEditor
      pane={pane}
      language="html"
      text={createLiveText('')}
      look={editorLook(14)}
      codeStyle={{ tabSize: 'auto', wordWrap: true }}
      ref={createRef<LightEditorHandle>()}
    />,
  );
  const box = screen.getByRole('textbox', { name: 'HTML editor' });
  const typing = jest.spyOn(document, 'execCommand').mockReturnValue(true);
  const indents = (key: KeyboardEventInit) => !fireEvent.keyDown(box, { key: 'Tab', ...key });
  expect(indents({ isComposing: true })).toBe(false);
  // Safari's, after the composition.
  expect(indents({ keyCode: 229 })).toBe(false);
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  expect(indents({})).toBe(true);
  typing.mockRestore();
});

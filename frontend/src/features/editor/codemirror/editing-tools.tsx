import { indentLess, indentMore, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { IndentDecrease, IndentIncrease, Redo2, Search, Undo2 } from 'lucide-react';
import { IconButton } from '@/ui/button.tsx';
import * as texts from '../full-editor-texts.ts';

/** How much there is to undo and to do again. */
export interface Past {
  undone: number;
  done: number;
}

export const pastOf = ({ state }: EditorView): Past => ({ done: undoDepth(state), undone: redoDepth(state) });

interface EditingToolsProps {
  view: EditorView;
  past: Past;
  /** The name of the editor. */
  name: string;
}

/** What keyboards on glass have no keys for. */
export function EditingTools({ view, past, name }: EditingToolsProps) {
  const tools = [
    { label: texts.undo, icon: Undo2, run: undo, unavailable: past.done === 0 },
    { label: texts.redo, icon: Redo2, run: redo, unavailable: past.undone === 0 },
    { label: texts.searchIn(name), icon: Search, run: openSearchPanel },
    { label: texts.indentLess, icon: IndentDecrease, run: indentLess },
    { label: texts.indentMore, icon: IndentIncrease, run: indentMore },
  ];
  return (
    <div
      role="group"
      aria-label={texts.toolsOf(name)}
      // The focus stays where it is, and the keyboard with it.
      onMouseDown={(event) => event.preventDefault()}
      className="-my-px flex overflow-x-auto [scrollbar-width:none]"
    >
      {tools.map(({ label, icon, run, unavailable = false }) => (
        <IconButton
          key={label}
          label={label}
          icon={icon}
          aria-disabled={unavailable}
          onClick={() => {
            view.focus();
            if (!unavailable) run(view);
          }}
          className="aria-disabled:opacity-50"
        />
      ))}
    </div>
  );
}

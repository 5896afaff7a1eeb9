import { type PointerEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

const size = 16;
const colours = {
  Black: '#15171c',
  White: '#f5f5f0',
  Red: '#d6455d',
  Yellow: '#f2c14e',
  Green: '#4e9f6d',
  Blue: '#4a7fd1',
} as const;

export type Colour = keyof typeof colours;
export type Picture = readonly Colour[];

const blank: Picture = Array.from({ length: size * size }, () => 'White');

/** A picture with one cell changed; the same one where nothing changes. */
export function paint(picture: Picture, cell: number, colour: Colour): Picture {
  return picture[cell] === colour ? picture : picture.with(cell, colour);
}

/** A picture and all that it was before. */
function usePicture() {
  const [history, setHistory] = useState<Picture[]>([blank]);
  const picture = history.at(-1) ?? blank;
  return {
    picture,
    canUndo: history.length > 1,
    change: (next: Picture) => next !== picture && setHistory([...history, next]),
    undo: () => setHistory(history.slice(0, -1)),
  };
}

function Painter() {
  const { picture, canUndo, change, undo } = usePicture();
  const [colour, setColour] = useState<Colour>('Blue');

  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under instanceof HTMLElement ? under.dataset['cell'] : undefined;
    if (cell !== undefined) change(paint(picture, Number(cell), colour));
  };

  return (
    <main>
      <h1>Pixel painter</h1>
      <div className="canvas" onPointerDown={drag} onPointerMove={drag}>
        {picture.map((filled, cell) => (
          <button
            key={cell}
            className="cell"
            data-cell={cell}
            style={{ background: colours[filled] }}
            aria-label={`Row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}: ${filled}`}
            onClick={() => change(paint(picture, cell, colour))}
          />
        ))}
      </div>
      <div className="tools">
        {(Object.keys(colours) as Colour[]).map((name) => (
          <button
            key={name}
            className="colour"
            aria-label={name}
            aria-pressed={name === colour}
            style={{ background: colours[name] }}
            onClick={() => setColour(name)}
          />
        ))}
        <button disabled={!canUndo} onClick={undo}>
          Undo
        </button>
        <button disabled={picture === blank} onClick={() => change(blank)}>
          Clear
        </button>
      </div>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Painter />);

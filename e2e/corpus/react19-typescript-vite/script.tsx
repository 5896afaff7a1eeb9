import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import React from 'react';
type Mark = 'X' | 'O' | null;
function Square({ mark, onPlay }: { mark: Mark; onPlay: () => void }): ReactNode {
  return <button onClick={onPlay} disabled={mark !== null}>{mark}</button>;
}
function Board() {
  const [marks, setMarks] = useState<Mark[]>(['X', null, 'O', null, 'X', null, null, null, 'O']);
  const next: Mark = marks.filter(Boolean).length % 2 === 0 ? 'X' : 'O';
  return (
    <div className="board">
      {marks.map((mark, index) => (
        <Square key={index} mark={mark} onPlay={() => setMarks(marks.map((old, at) => (at === index ? next : old)))} />
      ))}
    </div>
  );
}
createRoot(document.getElementById('root')!).render(<Board />);
mark('module ran');

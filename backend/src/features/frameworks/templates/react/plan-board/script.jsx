import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const columns = [
  { name: 'todo', label: 'To do' },
  { name: 'doing', label: 'Doing' },
  { name: 'done', label: 'Done' },
];

const plans = [
  { id: 1, text: 'Pick a colour for the door', column: 'todo' },
  { id: 2, text: 'Sand the old paint', column: 'doing' },
  { id: 3, text: 'Borrow a ladder', column: 'done' },
  { id: 4, text: 'Call the neighbours', column: 'todo' },
];

function Card({ card, onMove }) {
  const shift = (step) => {
    const at = columns.findIndex(({ name }) => name === card.column);
    const target = columns[at + step];
    if (target) onMove(card.id, target.name);
  };
  return (
    <button
      className="card"
      draggable
      aria-describedby="how"
      data-card={card.id}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(card.id))}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') shift(1);
        if (event.key === 'ArrowLeft') shift(-1);
      }}
    >
      {card.text}
    </button>
  );
}

function Column({ name, label, cards, onMove }) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={label}
      className={`column ${name} ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onMove(Number(event.dataTransfer.getData('text/plain')), name);
      }}
    >
      <h2>
        {label} ({cards.length})
      </h2>
      {cards.map((card) => (
        <Card key={card.id} card={card} onMove={onMove} />
      ))}
    </section>
  );
}

function Board() {
  const [cards, setCards] = useState(plans);
  const board = useRef(null);

  const move = (id, column) => {
    setCards((now) => now.map((card) => (card.id === id ? { ...card, column } : card)));
    // In its new column it is a new button: the focus follows it there.
    requestAnimationFrame(() => board.current?.querySelector(`[data-card="${id}"]`)?.focus());
  };

  return (
    <main ref={board}>
      <h1>Paint the door</h1>
      <p id="how">Drag a card, or move the chosen one with the left and right arrow keys.</p>
      <div className="board">
        {columns.map(({ name, label }) => (
          <Column
            key={name}
            name={name}
            label={label}
            cards={cards.filter(({ column }) => column === name)}
            onMove={move}
          />
        ))}
      </div>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<Board />);

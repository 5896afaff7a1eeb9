const { useEffect, useReducer } = React;

const fruits = ['🍎', '🍋', '🍇', '🍓', '🥝', '🍑'];

function shuffled(list) {
  return list
    .map((value) => ({ value, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

function newGame() {
  return { cards: shuffled([...fruits, ...fruits]), open: [], found: [], tries: 0 };
}

function reducer(game, action) {
  switch (action.type) {
    case 'turn': {
      const { open, found, cards, tries } = game;
      if (open.length === 2 || open.includes(action.card) || found.includes(action.card)) return game;
      const turned = [...open, action.card];
      if (turned.length === 1) return { ...game, open: turned };
      const isPair = cards[turned[0]] === cards[turned[1]];
      return isPair
        ? { ...game, open: [], found: [...found, ...turned], tries: tries + 1 }
        : { ...game, open: turned, tries: tries + 1 };
    }
    case 'hide':
      return { ...game, open: [] };
    default:
      return newGame();
  }
}

function Card({ picture, number, isOpen, isFound, onTurn }) {
  const classes = ['card', (isOpen || isFound) && 'open', isFound && 'found'].filter(Boolean).join(' ');
  return (
    <button
      className={classes}
      onClick={onTurn}
      aria-label={`Card ${number}: ${isOpen || isFound ? picture : 'hidden'}`}
    >
      {isOpen || isFound ? picture : ''}
    </button>
  );
}

function Memory() {
  const [game, dispatch] = useReducer(reducer, undefined, newGame);
  const { cards, open, found, tries } = game;
  const isWon = found.length === cards.length;

  // Two cards that do not match stay open long enough to be seen.
  useEffect(() => {
    if (open.length < 2) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'hide' }), 900);
    return () => clearTimeout(timer);
  }, [open]);

  return (
    <main>
      <h1>Memory</h1>
      <p role="status">
        {isWon ? `All found in ${tries} tries!` : `${found.length / 2} pairs, ${tries} tries`}
      </p>
      <div className="board">
        {cards.map((picture, index) => (
          <Card
            key={index}
            number={index + 1}
            picture={picture}
            isOpen={open.includes(index)}
            isFound={found.includes(index)}
            onTurn={() => dispatch({ type: 'turn', card: index })}
          />
        ))}
      </div>
      <button className="again" onClick={() => dispatch({ type: 'new' })}>
        New game
      </button>
    </main>
  );
}

ReactDOM.render(<Memory />, document.getElementById('root'));

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Question {
  country: string;
  answers: string[];
  right: string;
}

const questions: Question[] = [
  { country: 'Australia', answers: ['Sydney', 'Canberra', 'Perth'], right: 'Canberra' },
  { country: 'Canada', answers: ['Toronto', 'Montreal', 'Ottawa'], right: 'Ottawa' },
  { country: 'Turkey', answers: ['Ankara', 'Istanbul', 'Izmir'], right: 'Ankara' },
  { country: 'Brazil', answers: ['Rio de Janeiro', 'Brasília', 'São Paulo'], right: 'Brasília' },
  { country: 'Morocco', answers: ['Casablanca', 'Marrakesh', 'Rabat'], right: 'Rabat' },
  { country: 'New Zealand', answers: ['Wellington', 'Auckland', 'Dunedin'], right: 'Wellington' },
];

interface Score {
  points: number;
  add: () => void;
  reset: () => void;
}

const ScoreContext = createContext<Score | null>(null);

function ScoreProvider({ children }: { children: ReactNode }) {
  const [points, setPoints] = useState(0);
  const score = useMemo(
    () => ({ points, add: () => setPoints((now) => now + 1), reset: () => setPoints(0) }),
    [points],
  );
  return <ScoreContext.Provider value={score}>{children}</ScoreContext.Provider>;
}

function useScore(): Score {
  const score = useContext(ScoreContext);
  if (!score) throw new Error('useScore needs a ScoreProvider around it');
  return score;
}

function QuestionCard({ question, onNext }: { question: Question; onNext: () => void }) {
  const [given, setGiven] = useState<string | null>(null);
  const { add } = useScore();

  const answer = (choice: string) => {
    setGiven(choice);
    if (choice === question.right) add();
  };
  const look = (choice: string) =>
    given === null ? '' : choice === question.right ? 'right' : choice === given ? 'wrong' : '';

  return (
    <section>
      <h2>What is the capital of {question.country}?</h2>
      <div className="answers">
        {question.answers.map((choice) => (
          <button
            key={choice}
            className={look(choice)}
            disabled={given !== null}
            onClick={() => answer(choice)}
          >
            {choice}
          </button>
        ))}
      </div>
      <p role="status">
        {given !== null && (given === question.right ? 'Right!' : `It is ${question.right}.`)}
      </p>
      {given !== null && (
        <button className="next" autoFocus onClick={onNext}>
          Next
        </button>
      )}
    </section>
  );
}

function Quiz() {
  const [at, setAt] = useState(0);
  const { points, reset } = useScore();
  const question = questions[at];

  return (
    <main>
      <h1>Capital quiz</h1>
      <progress value={at} max={questions.length} aria-label="Questions answered" />
      {question ? (
        <QuestionCard key={at} question={question} onNext={() => setAt(at + 1)} />
      ) : (
        <section>
          <h2>
            {points} of {questions.length} right
          </h2>
          <button
            className="next"
            onClick={() => {
              reset();
              setAt(0);
            }}
          >
            Once more
          </button>
        </section>
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ScoreProvider>
      <Quiz />
    </ScoreProvider>,
  );
}

const { useCallback, useEffect, useState } = React;

const phases = {
  work: { label: 'Work', seconds: 25 * 60, next: 'rest' },
  rest: { label: 'Rest', seconds: 5 * 60, next: 'work' },
};

/** Seconds left of a phase, counted by the clock: a tab in the background is not called every second. */
function useCountdown(seconds, onEnd) {
  const [left, setLeft] = useState(seconds);
  const [endsAt, setEndsAt] = useState(null);
  const isRunning = endsAt !== null;

  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) {
        setEndsAt(null);
        onEnd();
      }
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt, onEnd]);

  return {
    left,
    isRunning,
    toggle: () => setEndsAt(isRunning ? null : Date.now() + left * 1000),
    reset: (to) => {
      setEndsAt(null);
      setLeft(to);
    },
  };
}

const twoDigits = (number) => String(number).padStart(2, '0');

function FocusTimer() {
  const [phase, setPhase] = useState('work');
  const { label, seconds, next } = phases[phase];
  const announce = useCallback(() => console.info(`${label} is over.`), [label]);
  const { left, isRunning, toggle, reset } = useCountdown(seconds, announce);
  const around = 2 * Math.PI * 54;

  const change = () => {
    setPhase(next);
    reset(phases[next].seconds);
  };

  return (
    <main>
      <h1>{label}</h1>
      <div className="dial">
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle className="track" cx="60" cy="60" r="54" />
          <circle
            className="left"
            cx="60"
            cy="60"
            r="54"
            strokeDasharray={around}
            strokeDashoffset={around * (1 - left / seconds)}
          />
        </svg>
        <time role="timer">
          {twoDigits(Math.floor(left / 60))}:{twoDigits(left % 60)}
        </time>
      </div>
      <button className="main" onClick={toggle}>
        {isRunning ? 'Pause' : 'Start'}
      </button>
      <button onClick={() => reset(seconds)}>Reset</button>
      <button onClick={change}>{phases[next].label} instead</button>
    </main>
  );
}

ReactDOM.createRoot(document.getElementById('root')).render(<FocusTimer />);

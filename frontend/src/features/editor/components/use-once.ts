import { useEffect, useState } from 'react';

/** A preview that takes longer than this to start does not hold the editors up. */
const longestWait = 3_000;

/** True from the moment that `happened` first was, or after three seconds. */
export function useOnce(happened: boolean): boolean {
  const [late, setLate] = useState(false);
  const [was, setWas] = useState(happened);
  if (happened && !was) setWas(true);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), longestWait);
    return () => clearTimeout(timer);
  }, []);
  return was || late;
}

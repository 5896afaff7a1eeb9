import { useEffect, useRef } from 'react';
import { confirm, type OpenQuestion, openQuestion } from './confirm.ts';

/** `confirm` for a component whose subject may go: the question is then cancelled with the component. */
export function useConfirm(): typeof confirm {
  const asked = useRef<OpenQuestion>(null);
  useEffect(() => () => asked.current?.answer(false), []);
  return (question) => {
    const confirmed = confirm(question);
    asked.current = openQuestion.getState();
    return confirmed;
  };
}

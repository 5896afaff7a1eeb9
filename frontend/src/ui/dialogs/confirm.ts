import { createStore } from 'zustand/vanilla';

interface Question {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  tone?: 'plain' | 'danger';
}

export interface OpenQuestion extends Question {
  answer: (confirmed: boolean) => void;
}

/** The question on the screen, or null. */
export const openQuestion = createStore<OpenQuestion | null>(() => null);

/** Asks in an alert dialog; true once confirmed. A question that is still open is answered with Cancel. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.getState()?.answer(false);
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      // A second answer must not take the next question away.
      if (openQuestion.getState()?.answer === answer) openQuestion.setState(null, true);
      resolve(confirmed);
    };
    openQuestion.setState({ ...question, answer }, true);
  });
}

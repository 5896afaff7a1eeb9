import { Button } from '@/ui/button.tsx';

interface ChoiceButtonsProps<T extends string> {
  /** The name of the group. */
  label: string;
  choices: readonly { value: T; label: string }[];
  chosen: T | null;
  onChoose: (value: T) => void;
}

/** One of a few, as buttons in a row. */
export function ChoiceButtons<T extends string>({ label, choices, chosen, onChoose }: ChoiceButtonsProps<T>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {choices.map((choice) => (
        <Button
          key={choice.value}
          look="quiet"
          aria-pressed={chosen === choice.value}
          onClick={() => onChoose(choice.value)}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {choice.label}
        </Button>
      ))}
    </fieldset>
  );
}

import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { type ReactNode, useId } from 'react';
import { classes } from '@/ui/classes.ts';
import { frameworks } from '../model/framework-choices.ts';
import * as texts from '../texts.ts';

type Framework = FrameworkConfig['framework'];

interface FrameworkCardsProps {
  chosen: Framework;
  onChoose: (framework: Framework) => void;
}

/** One card per framework; unavailable ones are marked (specification: Framework configuration). */
export function FrameworkCards({ chosen, onChoose }: FrameworkCardsProps) {
  return (
    <div
      role="group"
      aria-label={texts.framework}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3"
    >
      {frameworks.map((framework) => (
        <FrameworkCard
          key={framework.value}
          name={framework.name}
          text={framework.text}
          pressed={framework.value === chosen}
          onPress={framework.value === 'angular' ? null : () => onChoose(framework.value)}
        />
      ))}
    </div>
  );
}

interface FrameworkCardProps {
  name: string;
  text: string;
  pressed: boolean;
  /** Null: not available. */
  onPress: (() => void) | null;
}

function FrameworkCard({ name, text, pressed, onPress }: FrameworkCardProps) {
  const note = useId();
  return (
    <CardButton
      name={name}
      note={note}
      pressed={pressed}
      disabled={onPress === null}
      onPress={() => onPress?.()}
      className="has-aria-pressed:border-accent has-aria-pressed:bg-accent-soft has-disabled:border-dashed has-disabled:bg-transparent"
    >
      <p id={note} className="text-muted text-sm">
        {text}
      </p>
    </CardButton>
  );
}

interface CardButtonProps {
  /** The button's name, and the card's title. */
  name: string;
  /** The id of the element that describes it. */
  note: string;
  /** For a choice among several. */
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
  className: string;
  /** The content below the name. */
  children: ReactNode;
}

/** A card that is a button as a whole; its title is its accessible name. */
export function CardButton(props: CardButtonProps) {
  const { name, note, pressed, disabled = false, onPress, className, children } = props;
  return (
    <div
      className={classes(
        'relative flex flex-col gap-1 rounded-lg border bg-raised p-3 transition-colors hover:border-field',
        className,
      )}
    >
      <button
        type="button"
        aria-describedby={note}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onPress}
        className="text-left font-medium after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-1"
      >
        {name}
      </button>
      {children}
    </div>
  );
}

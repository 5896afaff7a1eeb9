import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { useId } from 'react';
import { frameworks } from '../model/framework-choices.ts';
import * as texts from '../texts.ts';
import { CardButton } from './card-button.tsx';

type Framework = FrameworkConfig['framework'];

interface FrameworkCardsProps {
  chosen: Framework;
  onChoose: (framework: Framework) => void;
}

/** One card for each framework; the one that is not there yet says so (SPEC 2). */
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
  /** Null: it cannot be chosen. */
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

import { useState } from 'react';
import { classes } from './classes.ts';

interface AvatarProps {
  /** Address of the picture; null where there is none. */
  picture: string | null;
  name: string;
  className?: string;
}

/** A user's picture, or their initial. Hidden from screen readers: the name is beside it. */
export function Avatar({ picture, name, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      data-initial={name.slice(0, 1)}
      className={classes(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent uppercase before:content-[attr(data-initial)]',
        className,
      )}
    >
      {picture && picture !== broken && (
        <img
          src={picture}
          alt=""
          fetchPriority="low"
          onError={() => setBroken(picture)}
          className="absolute inset-0 size-full bg-chosen"
        />
      )}
    </span>
  );
}

import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '@/ui/button.tsx';
import * as texts from '../moderation-button-texts.ts';

interface ModerationButtonProps {
  /** The number of unseen moderation events. */
  unread: number;
  onOpen: () => void;
}

/** The admins' header button: opens the reports and shows the number of new moderation events (specification: Header). */
export default function ModerationButton({ unread, onOpen }: ModerationButtonProps) {
  const id = useId();
  return (
    <>
      <IconButton
        label={texts.moderation}
        icon={ShieldAlert}
        aria-haspopup="dialog"
        aria-describedby={id}
        // Rendered by CSS: text inside a button would have to be part of its accessible name (WCAG 2.5.3).
        {...(unread > 0 && { 'data-count': unread > 99 ? '99+' : unread })}
        onClick={onOpen}
        className="relative data-count:after:absolute data-count:after:top-0 data-count:after:right-0 data-count:after:min-w-4 data-count:after:rounded-full data-count:after:bg-accent data-count:after:px-1 data-count:after:text-center data-count:after:text-on-accent data-count:after:text-xs data-count:after:leading-4 data-count:after:tabular-nums data-count:after:content-[attr(data-count)]"
      />
      <span hidden id={id}>
        {texts.newEvents(unread)}
      </span>
    </>
  );
}

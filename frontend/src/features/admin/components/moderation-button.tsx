import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '@/ui/button.tsx';
import * as texts from '../moderation-button-texts.ts';

interface ModerationButtonProps {
  /** Moderation events that the person has not seen. */
  unread: number;
  onOpen: () => void;
}

/** In the headers of admins: the way to the reports, with the number of new moderation events (CONTRACT 6 Names). */
export default function ModerationButton({ unread, onOpen }: ModerationButtonProps) {
  const id = useId();
  return (
    <>
      <IconButton
        label={texts.moderation}
        icon={ShieldAlert}
        aria-haspopup="dialog"
        aria-describedby={id}
        // Drawn by the style: what stands in a button as text would have to be in its name (WCAG 2.5.3).
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

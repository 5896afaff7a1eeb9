import type { ModerationEvent } from '@studio/contract/http/activity';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import type { Time } from '@/lib/time.ts';
import { shownToast, toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';
import { throttle } from './throttle.ts';

/** Milliseconds: at most one toast in this time, for all reports since the last one. */
const announceIntervalMs = 2_000;

interface ReportAnnouncement {
  socket: SocketClient;
  time: Time;
  /** Their own reports are not announced. */
  userId: string;
  /** Opens the reports. */
  onReview: () => void;
}

/**
 * Shows a toast `New report` for each report as it is filed (specification: Administration), one for several in a row. It
 * waits until a toast with another action, such as Undo, is gone. Returns a function that stops it.
 */
export function announceReports({ socket, time, userId, onReview }: ReportAnnouncement): () => void {
  let waiting: ModerationEvent[] = [];
  const announcement = throttle(time, announceIntervalMs, () => {
    const { action } = shownToast.getState() ?? {};
    if (action && action.run !== onReview) return;
    const reports = waiting;
    const [latest] = waiting.slice(-1);
    waiting = [];
    if (!latest) return;
    const sentence = texts.hasReported(texts.actorName(latest.actor), bidiIsolate(latest.subject.name));
    const others = reports.length - 1;
    toast({
      title: texts.newReport,
      description: texts.reportNews(sentence, others),
      action: { label: texts.review, run: onReview, isWhole: true },
    });
  });
  const stop = socket.on('moderation:event', (event) => {
    if (event.type !== 'report-filed' || event.actor?.id === userId) return;
    waiting.push(event);
    announcement.call();
  });
  const stopWaiting = shownToast.subscribe((shown) => {
    if (shown === null && waiting.length > 0) announcement.call();
  });
  return () => {
    stop();
    stopWaiting();
    announcement.cancel();
  };
}

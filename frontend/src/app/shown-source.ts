import type { Source } from '@studio/engine/source';
import { createStore } from 'zustand/vanilla';

/** The code that the preview shows; without Auto Run it may be older than the project's. Null: none yet. */
export const shownSource = createStore<{ source: Source | null }>(() => ({ source: null }));

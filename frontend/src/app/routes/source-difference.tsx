import { useStore } from 'zustand';
import { CodeDifference } from '@/features/editor/components/code-difference.tsx';
import type { SourceDifferenceProps } from '@/features/projects/components/dialogs/project-difference.tsx';
import { settingsStore } from '@/features/settings/model/settings.ts';

/** The difference of two texts of a source, styled like the editors. */
export function SourceDifference(props: SourceDifferenceProps) {
  const { theme, fontSize } = useStore(settingsStore, (state) => state.settings);
  return <CodeDifference {...props} theme={theme} fontSize={fontSize} />;
}

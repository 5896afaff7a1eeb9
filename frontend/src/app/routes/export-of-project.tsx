import type { Ref } from 'react';
import { useStore } from 'zustand';
import { type ExportHandle, ExportMenu } from '@/features/export/components/export-menu.tsx';
import type { Studio } from '../studio.ts';

interface ExportOfProjectProps {
  studio: Studio;
  ref: Ref<ExportHandle>;
}

/** The Export menu over what is on the desk, to the last keystroke. */
export function ExportOfProject({ studio: { project: store, config }, ref }: ExportOfProjectProps) {
  const html = useStore(store, ({ typed }) => typed.html === '');
  const css = useStore(store, ({ typed }) => typed.css === '');
  const js = useStore(store, ({ typed }) => typed.js === '');
  const read = () => {
    const { project, typed } = store.getState();
    return { title: project.title, ...typed, frameworkConfig: project.frameworkConfig };
  };
  return <ExportMenu read={read} empty={{ html, css, js }} surroundings={config} ref={ref} />;
}

import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { json } from './package-json.js';

/** What `tsconfig.json` says. As in the studio's editor, types may be left out; `strict` is a person's own choice. */
export function tsConfig({ typescript, framework }: FrameworkConfig): string {
  return json({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      ...(framework === 'react' ? { jsx: 'react-jsx' } : {}),
      ...(typescript ? { types: ['vite/client'] } : { allowJs: true, checkJs: false, types: [] }),
      strict: false,
      allowSyntheticDefaultImports: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src'],
  });
}

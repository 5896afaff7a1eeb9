import { declarationFiles, reactDomGlobal } from './declaration-files.ts';

const found = import.meta.glob<string>(
  [
    '../../../../../../node_modules/@types/react/{index,global,jsx-runtime}.d.ts',
    '../../../../../../node_modules/@types/react-dom/{index,client,server,server.browser,static}.d.ts',
    '../../../../../../node_modules/csstype/index.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** React 19 and ReactDOM, as imports and as the globals that the studio provides. */
export const files = [...declarationFiles(found), reactDomGlobal];

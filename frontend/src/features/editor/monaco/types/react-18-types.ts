import { declarationFiles, reactDomGlobal } from './declaration-files.ts';

const found = import.meta.glob<string>(
  [
    '../../../../../../node_modules/types-react-18/{index,global,jsx-runtime}.d.ts',
    '../../../../../../node_modules/types-react-dom-18/{index,client,server}.d.ts',
    '../../../../../../node_modules/@types/prop-types/index.d.ts',
    '../../../../../../node_modules/csstype/index.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** React 18 and ReactDOM, as imports and as the globals that the studio provides. */
export const files = [
  ...declarationFiles(found, { 'types-react-18': '@types/react', 'types-react-dom-18': '@types/react-dom' }),
  reactDomGlobal,
];

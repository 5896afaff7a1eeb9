import * as server from 'react-dom/server.browser';

/** What the file of React 17 for pages sets. */
Object.assign(globalThis, { ReactDOMServer: { ...server } });

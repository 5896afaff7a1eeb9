import React from 'react';
import ReactDOM from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** What the files of React 18 for pages set, `createRoot` included. */
Object.assign(globalThis, { React, ReactDOM: { ...ReactDOM, createRoot, hydrateRoot } });

import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';

// Parts that are fetched on demand are compiled on first use, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
// None takes seconds by itself; a busy machine may take many times as long.
jest.setTimeout(60_000);

import { afterEach, describe, expect, it } from '@jest/globals';
import { versionHint } from './version-hint';

afterEach(() => {
  Reflect.deleteProperty(window, 'React');
  Reflect.deleteProperty(window, 'Vue');
});

describe('an error of code for another version of a framework', () => {
  it.each([
    'Uncaught TypeError: ReactDOM.createRoot is not a function',
    'Uncaught TypeError: React.useId is not a function',
    "Uncaught SyntaxError: The requested module 'react' does not provide an export named 'useId'",
    "SyntaxError: The requested module 'react-dom' doesn't provide an export named: 'createRoot'",
  ])('says which React the page has: %s', (message) => {
    Object.assign(window, { React: { version: '17.0.2' } });
    expect(versionHint(message)).toContain('The page has React 17.0.2: choose another version');
  });

  it.each([
    'Uncaught TypeError: Vue is not a constructor',
    'Uncaught TypeError: Vue.component is not a function',
    "Uncaught SyntaxError: The requested module 'vue' does not provide an export named 'default'",
  ])('says what Vue has instead: %s', (message) => {
    Object.assign(window, { Vue: { version: '3.5.45' } });
    expect(versionHint(message)).toMatch(/The page has Vue 3\.5\.45: .*createApp/);
  });

  it('says nothing of other errors, nor of a framework that the page does not have', () => {
    expect(versionHint('Uncaught TypeError: ReactDOM.createRoot is not a function')).toBe('');
    Object.assign(window, { React: { version: '17.0.2' } });
    for (const message of [
      'Uncaught TypeError: MyReact.createRoot is not a function',
      "Uncaught SyntaxError: The requested module 'react-router' does not provide an export named 'Lnk'",
      'Uncaught TypeError: Vue is not a constructor',
    ])
      expect(versionHint(message)).toBe('');
  });
});

import createLess, { type LessMistake } from 'less/lib/less/index.js';
import type { Problem } from '../problem.js';
import type { CompiledStyles } from './compiled-styles.js';

/**
 * Less without the file managers and plugin loader of its packages for Node and browsers, so that a style sheet cannot
 * read or run anything from a disk or the network.
 */
const less = createLess({}, []);
less.PluginLoader = Object;

const options = {
  filename: 'style.less',
  // Division needs parentheses, Less's default.
  math: 1,
  javascriptEnabled: false,
  disablePluginRule: true,
} as const;

/** Less to CSS. Loads no files; imports for the browser are kept. */
export async function compileLess(text: string): Promise<CompiledStyles> {
  try {
    const { css } = await less.render(text, options);
    return { css, problems: [] };
  } catch (error) {
    return { css: null, problems: [toProblem(error as LessMistake)] };
  }
}

function toProblem({ message, line, column }: LessMistake): Problem {
  // On stack overflow, Less's error may have no message.
  const isEndless = message === undefined || message.includes('call stack');
  return {
    language: 'css',
    severity: 'error',
    message: isEndless ? endless : explain(message),
    line: line ?? 1,
    column: (column ?? 0) + 1,
  };
}

const endless = 'A mixin calls itself without end, or rules are nested too deeply.';

function explain(message: string): string {
  if (message.startsWith('Could not find a file-manager'))
    return 'There is no such style sheet: a project has this one. CSS of packages by the name of its file ("leaflet/dist/leaflet.css") and by full addresses (url("https://…")) can be imported.';
  if (message.startsWith('@plugin')) return '@plugin is not supported: plugins are not part of a project.';
  if (message.startsWith('Inline JavaScript')) return 'JavaScript in Less is not supported.';
  return message;
}

import { durations } from '@studio/contract/durations';
import { limits } from '@studio/contract/limits';
import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** The chunks that are fetched before all others. */
const firstFiles = ['index', 'main', 'start-preview'];

/** A second minifier saves another 1.1 kB of the budget's 140 (docs/measurements.md, Size of the first scripts). */
export function minifyOnceMore(): Plugin {
  return {
    name: 'minify-once-more',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !firstFiles.includes(file.name)) continue;
          const { code } = await minify(file.code, { compress: { passes: 3 }, mangle: true, module: true });
          file.code = code;
        }
      },
    },
  };
}

const texts = String.raw`(?:"[^"]*"|\`[^\`]*\`)`;
const thrown = new RegExp(String.raw`(throw Error\()\s*${texts}\s*(?=\))`, 'g');

/**
 * Removes the texts of failed assertions in the panels' library, for which the budget has no room (0.4 kB). It throws as
 * before.
 */
export function withoutAssertionTexts(): Plugin {
  return {
    name: 'without-assertion-texts',
    apply: 'build',
    transform: {
      filter: { id: /\/react-resizable-panels\.js$/ },
      handler(code) {
        const assert = /function (\w+)\(e, t = "Assertion error"\)/.exec(code)?.[1];
        if (!assert) throw new Error('react-resizable-panels asserts in another way');
        const asserted = new RegExp(
          String.raw`(\b${assert}\((?:[^()"\`]|\([^()"\`]*\))*),\s*${texts}\s*(?=\))`,
          'g',
        );
        return { code: code.replace(asserted, '$1').replace(thrown, '$1'), map: null };
      },
    },
  };
}

/**
 * Leaves only the drawing of each icon: names, sizes and React keys, which `ui/lucide-icon.ts` does not use, are a
 * kilobyte of the first scripts.
 */
export function withoutIconNames(): Plugin {
  return {
    name: 'without-icon-names',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^ *(?:name: "[^"]*"|size: 24),$/gm, '')
          .replaceAll(/, key: "\w+"/g, '')
          .replace('__iconData.node;', ''),
        map: null,
      }),
    },
  };
}

/** Fields of a route that only the server reads, on lines of their own, as Vite prints them: the last one has no comma. */
const summaryLine = /^\s*summary: (['"`]).*\1,?$/gm;
const requestLine = /^\s*(?:params|headers|query|body): [A-Z]\w*,?$/gm;
const responseLine = /^(\s*response: )(?:[A-Z]\w*|pageOf\(\w+\)|z\.union\(.*\)),?$/gm;

/** Calls that make a schema and have no effect, so that the bundler may leave out schemas that no page uses. */
const schemaCall = /\b(?=(?:z(?:\s*\.\w+)+|text|visibleText|wholeNumber)\()/g;

/**
 * Removes the schemas of requests and responses from the page's routes, which saves kilobytes: the server checks requests,
 * and the page trusts its responses.
 */
export function withoutRouteSchemas(): Plugin {
  return {
    name: 'without-route-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/backend\/contract\/dist\/(?:http\/[^/]+|links)\.js$/ },
      handler: (code) => ({
        code: code
          .replace(summaryLine, '')
          .replace(requestLine, '')
          .replace(responseLine, '$1true,')
          .replace(schemaCall, '/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}

/** Writes each limit and duration where it is used: the first scripts use few, and would otherwise contain all of them. */
export function inlineLimits(): Plugin {
  const numbers: Record<string, Record<string, unknown>> = { limits, durations };
  return {
    name: 'inline-limits',
    apply: 'build',
    transform: {
      filter: { code: /import \{[^}]*\b(?:limits|durations)\b/ },
      handler: (code) => ({
        code: code.replaceAll(/(?<![.\w])(limits|durations)\.(\w+)/g, (whole, from: string, name: string) => {
          const number = numbers[from]?.[name];
          return typeof number === 'number' ? `(${number})` : whole;
        }),
        map: null,
      }),
    },
  };
}

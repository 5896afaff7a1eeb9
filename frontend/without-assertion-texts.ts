import type { Plugin } from 'vite';

const texts = String.raw`(?:"[^"]*"|\`[^\`]*\`)`;
const thrown = new RegExp(String.raw`(throw Error\()\s*${texts}\s*(?=\))`, 'g');

/** What the panels' library would say to its own makers is half a kilobyte of the first script. That it throws stays. */
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

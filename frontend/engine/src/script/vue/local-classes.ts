import type { SFCStyleCompileResults } from '@vue/compiler-sfc';
import nameLocals from 'postcss-modules-local-by-default';
import renameLocals from 'postcss-modules-scope';

type Root = NonNullable<SFCStyleCompileResults['rawResult']>['root'];

/**
 * What makes a style sheet the `<style module>` with this index: PostCSS plugins that give its classes, ids and
 * keyframes names of their own, and the names they have got, by those in the source, once the plugins have run.
 */
export function localClasses(index: number) {
  const classes: Record<string, string> = {};
  const refuseParts = {
    postcssPlugin: 'refuse-parts',
    Once(root: Root) {
      root.walkDecls(/^compose(?:s|-with)$/i, (declaration) => {
        throw declaration.error(`${declaration.prop} is not supported: name both classes in the template`);
      });
      root.walkAtRules('value', (rule) => {
        throw rule.error('@value is not supported: use a CSS variable');
      });
    },
  };
  const collectClasses = {
    postcssPlugin: 'collect-classes',
    Once(root: Root) {
      root.walkRules(':export', (rule) => {
        rule.walkDecls(({ prop, value }) => {
          classes[prop] = value;
        });
        rule.remove();
      });
    },
  };
  const generateScopedName = (name: string) => `_${name}_${index}`;
  return {
    classes,
    plugins: [refuseParts, nameLocals(), renameLocals({ generateScopedName }), collectClasses],
  };
}

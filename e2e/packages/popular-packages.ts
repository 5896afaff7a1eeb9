import { type NamedPackage, namedIn } from './named-packages.ts';
import { popularData } from './uses/popular-data.ts';
import { popularDrawing } from './uses/popular-drawing.ts';
import { popularPage } from './uses/popular-page.ts';
import { popularReact } from './uses/popular-react.ts';
import { popularVue } from './uses/popular-vue.ts';

/** Popular packages that the studio does not have. Versions: popular/package.json. */
export const popularPackages: readonly NamedPackage[] = [
  ...namedIn('vanilla', { ...popularData, ...popularPage, ...popularDrawing }),
  ...namedIn('react', popularReact),
  ...namedIn('vue', popularVue),
];

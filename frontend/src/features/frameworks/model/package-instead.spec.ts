import type { ExternalResource } from '@studio/contract/external-resources';
import { packageNamedBy } from './package-instead.ts';

const names = new Set(['three', '@scope/kit', 'canvas-confetti', 'chart.js', 'leaflet', 'jquery']);
const resource = (url: string): ExternalResource => ({
  kind: url.endsWith('.css') ? 'style' : 'script',
  url,
});

test.each([
  ['https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.min.js', 'three', '0.160.0'],
  ['https://cdn.jsdelivr.net/npm/@scope/kit/dist/kit.js', '@scope/kit', null],
  ['https://cdn.jsdelivr.net/npm/@scope/kit@%5E2.1/dist/kit.js', '@scope/kit', '^2.1'],
  ['https://cdn.jsdelivr.net/npm/@scope/kit/+esm', '@scope/kit', null],
  ['https://unpkg.com/canvas-confetti/dist/confetti.browser.min.js', 'canvas-confetti', null],
  ['https://unpkg.com/chart.js@%3C4/dist/index.umd.js', 'chart.js', '<4'],
  ['https://unpkg.com/chart.js@%zz', 'chart.js', '%zz'],
  ['https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js', 'three', 'r128'],
  ['https://unpkg.com/chart.js', 'chart.js', null],
  ['https://unpkg.com/chart.js@latest', 'chart.js', null],
  ['https://esm.sh/three@0.160?bundle', 'three', '0.160'],
  ['https://cdnjs.cloudflare.com/ajax/libs/three.js/0.160.0/three.min.js', 'three', '0.160.0'],
  ['https://cdnjs.cloudflare.com/ajax/libs/Chart.js/4.4.0/chart.umd.js', 'chart.js', '4.4.0'],
  ['https://code.jquery.com/jquery-3.7.1.min.js', 'jquery', '3.7.1'],
  ['https://code.jquery.com/jquery-3.7.1.slim.min.js', 'jquery', '3.7.1'],
  ['https://code.jquery.com/jquery-1.12.js', 'jquery', '1.12'],
  ['https://unpkg.com/leaflet@1.9.4/dist/leaflet.css', 'leaflet/dist/leaflet.css', '1.9.4'],
])('the package instead of %s is %s in version %s', (url, specifier, range) => {
  expect(packageNamedBy(resource(url), names)).toEqual({ specifier, range });
});

test.each([
  'https://cdnjs.cloudflare.com/ajax/libs/leaflet/1.9.4/leaflet.css',
  'https://code.jquery.com/ui/1.14.1/jquery-ui.min.js',
  'https://code.jquery.com/jquery-migrate-3.5.2.min.js',
  'https://code.jquery.com/jquery-3.7.1.min.map',
  'https://unpkg.com/other/three.js',
  'https://unpkg.com/chart.js/plugin/chart.js',
  'https://unpkg.com/chart.js/dist/chart.sound.js',
  'https://esm.sh/chart.js/helpers',
  'https://cdnjs.cloudflare.com/ajax/libs/Chart.js/4.4.0/helpers.min.js',
  'https://cdn.jsdelivr.net/gh/three/three.js',
  'https://three.example/three.js',
])('there is no package instead of %s', (url) => {
  expect(packageNamedBy(resource(url), names)).toBeNull();
});

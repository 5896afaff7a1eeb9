/**
 * Networks that serve npm packages by name, with the part of their addresses before the name. All of them allow any
 * page to read what they serve (CORS).
 */
export const packageNetworks: Readonly<Record<string, string>> = {
  'cdn.jsdelivr.net': '/npm/',
  'cdn.skypack.dev': '/',
  'cdnjs.cloudflare.com': '/ajax/libs/',
  'esm.run': '/',
  'esm.sh': '/',
  'ga.jspm.io': '/npm:',
  'unpkg.com': '/',
};

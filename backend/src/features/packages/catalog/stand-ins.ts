/** Packages that replace modules of Node, if they are on the shelf. */
export const standIns = [
  'assert',
  'buffer',
  'events',
  'process',
  'punycode',
  'string_decoder',
  'url',
  'util',
];

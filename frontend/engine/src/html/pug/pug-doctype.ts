/** The syntax of a document type. */
export interface PugDialect {
  /** Null if the template has none. */
  doctype: string | null;
  /** `<input disabled>` and `<br>`, as in HTML, and not `<input disabled="disabled"/>`. */
  isTerse: boolean;
  isXml: boolean;
}

export const noDialect: PugDialect = { doctype: null, isTerse: false, isXml: false };

/** For a part of an HTML page. */
export const htmlDialect: PugDialect = { ...noDialect, isTerse: true };

const publicType = (name: string, address: string) =>
  `<!DOCTYPE html PUBLIC "-//${name}//EN" "http://www.${address}.dtd">`;

/** Doctypes that have a short name in Pug. */
const doctypes: ReadonlyMap<string, string> = new Map([
  ['html', '<!DOCTYPE html>'],
  ['xml', '<?xml version="1.0" encoding="utf-8" ?>'],
  ['transitional', publicType('W3C//DTD XHTML 1.0 Transitional', 'w3.org/TR/xhtml1/DTD/xhtml1-transitional')],
  ['strict', publicType('W3C//DTD XHTML 1.0 Strict', 'w3.org/TR/xhtml1/DTD/xhtml1-strict')],
  ['frameset', publicType('W3C//DTD XHTML 1.0 Frameset', 'w3.org/TR/xhtml1/DTD/xhtml1-frameset')],
  ['1.1', publicType('W3C//DTD XHTML 1.1', 'w3.org/TR/xhtml11/DTD/xhtml11')],
  ['basic', publicType('W3C//DTD XHTML Basic 1.1', 'w3.org/TR/xhtml-basic/xhtml-basic11')],
  ['mobile', publicType('WAPFORUM//DTD XHTML Mobile 1.2', 'openmobilealliance.org/tech/DTD/xhtml-mobile12')],
  [
    'plist',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
  ],
]);

/** The dialect that `doctype name` selects. */
export function dialectOf(name: string): PugDialect {
  const doctype = doctypes.get(name.toLowerCase()) ?? `<!DOCTYPE ${name}>`;
  return {
    doctype,
    isTerse: doctype.toLowerCase() === '<!doctype html>',
    isXml: doctype.startsWith('<?xml'),
  };
}

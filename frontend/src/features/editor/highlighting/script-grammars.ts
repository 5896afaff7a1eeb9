import type { Grammar, Rule } from './grammar.ts';

const javascriptWords =
  'async|await|break|case|catch|class|const|constructor|continue|debugger|default|delete|do|else|export|extends|false|finally|for|from|function|get|if|import|in|instanceof|let|new|null|of|return|set|static|super|switch|symbol|this|throw|true|try|typeof|undefined|var|void|while|with|yield';

const typescriptWords = `${javascriptWords}|abstract|any|as|asserts|bigint|boolean|declare|enum|global|implements|infer|interface|is|keyof|module|namespace|never|number|object|out|override|package|private|protected|public|readonly|require|satisfies|string|type|unique|unknown`;

export const javascript = scriptGrammar(javascriptWords);
export const typescript = scriptGrammar(typescriptWords);

/** As Monaco has them, JSX is made of comparisons and names: its grammar knows no elements. */
function scriptGrammar(words: string): Grammar {
  const code: readonly Rule[] = [
    [/\s+/y, null],
    [new RegExp(`(?:${words})(?![\\w$])`, 'y'), 'keyword'],
    [/#?[a-z_$][\w$]*/y, null],
    [/[A-Z][\w$]*/y, 'type'],
    [/\/\/.*|\/\*[^]*?(?:\*\/|$)/y, 'comment'],
    // A slash with another on its line, where an expression may end.
    [/\/(?=(?:[^\\/\n]|\\.)+\/[dgimsuy]*[^\S\n]*(?:[.;,)\]}\n]|$))/y, 'regexp', 'push regexp'],
    [/[()[\];,.]/y, 'delimiter'],
    [/!(?!=)/y, 'delimiter'],
    [
      /(?:[<>=!]=|[=!]==|=>|\+\+|--|&&|\|\||\?\?|<\/|(?:\*\*|<<|>{2,3}|[-+*/%&|^])=?|[<>=!~?:])(?![-+*/%&|^<>=!~?:])/y,
      'delimiter',
    ],
    [/[-+*/%&|^<>=!~?:]+/y, null],
    [/0[xXoObB][\da-fA-F_]+n?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d[\d_]*)?n?/y, 'number'],
    // What is not closed ends with its line.
    [/"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/y, 'string'],
    [/`/y, 'string', 'push template'],
  ];
  return {
    root: [[/[{}]/y, 'delimiter'], ...code],
    template: [
      [/\$\{/y, 'delimiter', 'push expression'],
      [/[^\\`$]+|\\[^]/y, 'string'],
      [/`/y, 'string', 'pop'],
    ],
    expression: [[/\{/y, 'delimiter', 'push expression'], [/\}/y, 'delimiter', 'pop'], ...code],
    regexp: [
      [/\[\^?(?=[^\]\\/\n]|\\.)/y, 'regexp', 'push range'],
      [/[^[\\/]+|\[|\\./y, 'regexp'],
      [/\//y, 'regexp', 'to flags'],
    ],
    range: [
      [/[^\]\\]+|\\./y, 'regexp'],
      [/\]/y, 'regexp', 'pop'],
    ],
    flags: [[/[dgimsuy]*/y, 'keyword', 'pop']],
  };
}

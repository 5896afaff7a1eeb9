import type { Token } from '../model/value-preview.ts';

const looks: Record<Token['look'], string> = {
  plain: '',
  name: 'italic',
  key: 'text-syntax-name',
  string: 'text-syntax-string',
  number: 'text-syntax-number',
  keyword: 'text-syntax-tag',
  muted: 'text-muted',
};

/** A value on one line, coloured like code; its parts stand in their order, whatever direction they have. */
export function ValueTokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map(({ text, look }, index) => (
    <bdi key={index} className={looks[look]}>
      {text}
    </bdi>
  ));
}

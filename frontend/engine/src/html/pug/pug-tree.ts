import type { TextPosition } from '../../text-position.js';

/** The tree that `pug-parser` returns for a template. Expressions and code in it are text. */
export type PugNode =
  | PugBlock
  | PugNamedBlock
  | PugText
  | PugComment
  | PugDoctype
  | PugTag
  | PugCode
  | PugConditional
  | PugCase
  | PugWhen
  | PugWhile
  | PugEach
  | PugEachOf
  | PugMixinDefinition
  | PugMixinCall
  | (TextPosition & { type: 'MixinBlock' | 'YieldBlock' });

export interface PugBlock {
  type: 'Block';
  nodes: PugNode[];
}

/** `block name`; as no template is extended, its content is rendered in place. */
export interface PugNamedBlock extends TextPosition {
  type: 'NamedBlock';
  nodes: PugNode[];
}

export interface PugText extends TextPosition {
  type: 'Text';
  val: string;
}

export interface PugComment extends TextPosition {
  type: 'Comment' | 'BlockComment';
  val?: string;
  /** It is part of the page. */
  buffer: boolean;
  block?: PugBlock;
}

export interface PugDoctype extends TextPosition {
  type: 'Doctype';
  val?: string;
}

export interface PugAttribute extends TextPosition {
  name: string;
  val: string | true;
  mustEscape: boolean;
}

/** A tag or the call of a mixin, which can have attributes. */
export interface PugAttributes {
  attrs: PugAttribute[];
  /** `&attributes(…)` */
  attributeBlocks: (TextPosition & { val: string })[];
}

export interface PugTag extends TextPosition, PugAttributes {
  type: 'Tag' | 'InterpolatedTag';
  /** Of a tag. */
  name?: string;
  /** Of an interpolated one: `#{expr}`. */
  expr?: string;
  selfClosing: boolean;
  block: PugBlock;
}

export interface PugCode extends TextPosition {
  type: 'Code';
  val: string;
  /** Its value is part of the page. */
  buffer: boolean;
  mustEscape: boolean;
  block?: PugBlock;
}

export interface PugConditional extends TextPosition {
  type: 'Conditional';
  test: string;
  consequent: PugBlock;
  alternate: PugBlock | PugConditional | null;
}

export interface PugCase extends TextPosition {
  type: 'Case';
  expr: string;
  block: PugBlock;
}

export interface PugWhen extends TextPosition {
  type: 'When';
  /** `default` for all other values. */
  expr: string;
  /** Without one, that of the next case applies. */
  block?: PugBlock;
}

export interface PugWhile extends TextPosition {
  type: 'While';
  test: string;
  block: PugBlock;
}

export interface PugEach extends TextPosition {
  type: 'Each';
  obj: string;
  val: string;
  key: string | null;
  block: PugBlock;
  alternate?: PugBlock;
}

export interface PugEachOf extends TextPosition {
  type: 'EachOf';
  obj: string;
  val: string;
  block: PugBlock;
}

interface PugMixin extends TextPosition {
  type: 'Mixin';
  name: string;
  args: string | null;
}

export interface PugMixinDefinition extends PugMixin {
  call: false;
  block: PugBlock;
}

/** Its name is `#{expression}` where it is computed. */
export interface PugMixinCall extends PugMixin, PugAttributes {
  call: true;
  block: PugBlock | null;
}

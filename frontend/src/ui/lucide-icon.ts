import { createElement, type SVGProps } from 'react';

/** An icon as lucide-react has it: the elements inside its SVG. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** CSS pixels. */
  size?: number;
}

/**
 * Replaces lucide-react's own `createLucideIcon` (vite.config.ts), which is four times as large without benefit here.
 * Hidden from assistive technology: the buttons have names.
 */
export default function createLucideIcon({ node }: IconData) {
  return function Icon({ size = 24, ...props }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}

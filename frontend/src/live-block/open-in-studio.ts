import type { NewProject } from '@studio/contract/new-project';
import { element } from './elements.ts';

/** Opens the code as an unsaved project of the studio in a new tab, by the public form of /new. */
export function openInStudio({ title, html, css, js, frameworkConfig }: NewProject): void {
  const fields = { title, html, css, js, frameworkConfig: JSON.stringify(frameworkConfig) };
  const form = element(
    'form',
    { method: 'post', action: '/new', target: '_blank', rel: 'noopener', hidden: true },
    ...Object.entries(fields).map(([name, value]) => {
      const field = element('textarea', { name });
      field.value = value;
      return field;
    }),
  );
  document.body.append(form);
  form.submit();
  form.remove();
}

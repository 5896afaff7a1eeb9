import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { render, screen } from '@testing-library/react';
import { CodeDifference } from './code-difference.tsx';

test('where Monaco does not serve, both texts stand side by side, whole and literally', () => {
  render(
    <CodeDifference
      language="html"
      frameworkConfig={defaultFrameworkConfig}
      before={{ name: 'Theirs', text: '<b>one</b>\n<i>two</i>' }}
      after={{ name: 'Mine', text: '' }}
      theme="dark"
      fontSize={14}
    />,
  );
  expect(screen.getByRole('region', { name: 'Theirs' }).textContent).toBe('<b>one</b>\n<i>two</i>');
  expect(screen.getByRole('region', { name: 'Mine' }).textContent).toBe('empty');
});

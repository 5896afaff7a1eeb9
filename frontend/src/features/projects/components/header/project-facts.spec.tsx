import { render, screen } from '@testing-library/react';
import { createFakeSession, createFakeSocket } from '@/testing/fake-session.ts';
import { blankProject } from '../../model/working-project.ts';
import ProjectFacts from './project-facts.tsx';

test('H65: the title of the project that it was forked from turns no text around it', async () => {
  const source = { id: 's'.repeat(16), title: '\u202eevil' };
  const { call } = createFakeSession(() => ({ status: 200, body: { source } }));
  render(
    <ProjectFacts
      services={{ call, socket: createFakeSocket().socket }}
      project={{ ...blankProject(), id: 'p'.repeat(16), forkedFrom: source.id }}
      onLike={null}
      onForks={() => undefined}
    />,
  );
  const title = await screen.findByText(source.title);
  expect(title.dir).toBe('auto');
  screen.getByRole('link', { name: `Forked from ${source.title}` });
});

import { shownToast } from '@/ui/toast/toast.ts';
import { createListClient } from './use-project-list.ts';

test('a list that fails shows a toast with the server’s sentence', async () => {
  const failing = createListClient().fetchQuery({
    queryKey: ['projects'],
    queryFn: () => Promise.reject(new Error('The server cannot reach its storage.')),
  });
  await expect(failing).rejects.toThrow();
  expect(shownToast.getState()).toMatchObject({
    title: 'Failed to load projects',
    description: 'The server cannot reach its storage.',
    tone: 'danger',
  });
});

import { type Templates, templateRoutes } from '@studio/contract/http/templates';
import { useQuery } from '@tanstack/react-query';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';

/** The starter templates; the browser revalidates them by ETag. */
export function useTemplates(call: Call) {
  return useQuery(
    {
      queryKey: ['templates'],
      async queryFn({ signal }): Promise<Templates> {
        return dataOrThrow(await call(templateRoutes.listTemplates, { signal })).templates;
      },
    },
    useOwnQueryClient(),
  );
}

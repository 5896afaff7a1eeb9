import { assetRoutes } from '@studio/contract/http/assets';
import { projectRoutes } from '@studio/contract/http/projects';
import { callApi } from '../stack/api.ts';
import { fetchFromSandbox } from '../stack/fetch-from-sandbox.ts';
import type { Stack } from '../stack/stack.ts';
import type { Visitor } from './visitor.ts';

/** Compares acknowledged data with what is read back after the soak. @returns a description of each difference */
export async function check(stack: Stack, visitors: readonly Visitor[]): Promise<string[]> {
  for (const visitor of visitors) await visitor.look();
  const findings = visitors.flatMap((visitor) => visitor.findings);
  for (const visitor of visitors)
    findings.push(...(await checkLikes(stack, visitors, visitor.writer.projectId)));
  for (const visitor of visitors) findings.push(...(await checkFiles(stack, visitor)));
  return findings;
}

/** Compares the count of likes on a project with the number of users who like it. */
async function checkLikes({ url }: Stack, visitors: readonly Visitor[], id: string): Promise<string[]> {
  const reads = await Promise.all(
    visitors.map(({ writer }) =>
      callApi(url, projectRoutes.readProject, { token: writer.token, params: { id } }),
    ),
  );
  const likers = reads.filter((read) => 'isLiked' in read && read.isLiked).length;
  const counts = new Set(reads.map((read) => ('likes' in read ? read.likes : -1)));
  if (counts.size === 1 && counts.has(likers)) return [];
  return [`${id}: ${likers} people like it, and its count is ${[...counts].join(' or ')}`];
}

/** Compares a user's files with their charged total, and each acknowledged upload with the bytes that are served. */
async function checkFiles({ url, replicas }: Stack, { writer, uploads }: Visitor): Promise<string[]> {
  const { token } = writer;
  const { data } = await callApi(url, assetRoutes.listAssets, { token });
  const { totalUsed, assetCount } = await callApi(url, assetRoutes.assetStorage, { token });
  const findings: string[] = [];
  const sum = data.reduce((bytes, { size }) => bytes + size, 0);
  if (sum !== totalUsed || data.length !== assetCount)
    findings.push(`${writer.projectId}: files of ${sum} bytes are listed, and ${totalUsed} are charged`);
  const listed = new Set(data.map(({ id }) => id));
  for (const [id, { asset, content }] of uploads) {
    const served = await fetchFromSandbox(replicas[0]?.sandbox ?? 0, asset.url);
    if (!listed.has(id) || served.body !== content)
      findings.push(`${asset.url} was acknowledged and is lost`);
  }
  return findings;
}

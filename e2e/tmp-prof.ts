import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { film } from './bench/film-files.ts';
import { upload } from './bench/multipart-upload.ts';
import { register } from './fixtures/accounts.ts';
import { startStudio } from './stack/studio.ts';

const prof = process.argv[2] === 'p';
const studio = await startStudio(prof ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' } : {});
const folder = mkdtempSync('/tmp/studio-bench-');
const child = spawn(process.execPath, ['e2e/bench/bare-servers/upload-server.ts', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await once(child.stdout, 'data');
const bare = { url: `http://127.0.0.1:${String(port).trim()}/` };
const owner = await register(studio, 'v');
const up = `${studio.url}/api/assets/upload`;
const cpu = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return [Number(f[11]) * 10, Number(f[12]) * 10] as const;
};
const rows: number[][] = [];
for (let i = 0; i < 9; i++) {
  let t = performance.now();
  let c = cpu(studio.pid());
  await upload(up, film('p.mp4', 104857600), owner.token);
  const own = performance.now() - t;
  let d = cpu(studio.pid());
  const a = [d[0] - c[0], d[1] - c[1]];
  t = performance.now();
  c = cpu(child.pid!);
  await upload(bare.url, film('p.mp4', 104857600));
  const b = performance.now() - t;
  d = cpu(child.pid!);
  rows.push([own, a[0]!, a[1]!, b, d[0] - c[0], d[1] - c[1]]);
}
const med = (k: number) =>
  rows
    .map((r) => r[k]!)
    .sort((x, y) => x - y)[4]!
    .toFixed(0);
console.log(
  'studio wall',
  med(0),
  'user',
  med(1),
  'sys',
  med(2),
  '| bare wall',
  med(3),
  'user',
  med(4),
  'sys',
  med(5),
);
child.kill();
rmSync(folder, { recursive: true });
if (prof) {
  process.kill(studio.pid(), 'SIGTERM');
  await new Promise((r) => setTimeout(r, 3000));
}
await studio.dispose();

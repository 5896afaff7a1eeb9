import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Packages that use hooks or injections of the framework, which fail if a second copy of it is loaded. */
const projects: { title: string; config: Partial<FrameworkConfig>; js: string; shown: string[] }[] = [
  {
    title: '@tanstack/react-query, motion and @react-three/fiber with React',
    config: { framework: 'react', frameworkVersion: 19 },
    js: `import { createContext, useContext, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { motion, useMotionValue } from 'motion/react';
import { createRoot as createScene, extend, useThree } from '@react-three/fiber';
import { Group, Scene } from 'three';

extend({ Group });
const Word = createContext('');
function Queried() {
  const { data } = useQuery({ queryKey: ['word'], queryFn: async () => 'queried' });
  const word = useContext(Word);
  const opacity = useMotionValue(1);
  const [own] = useState(React.useState === useState ? 'one React' : 'two');
  return <motion.p style={{ opacity }}>{data} {word} {own}</motion.p>;
}
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <Word value="context">
    <QueryClientProvider client={new QueryClient()}><Queried /></QueryClientProvider>
  </Word>,
);

function Box() {
  const scene = useThree((state) => state.scene);
  document.body.append(scene instanceof Scene ? 'a scene of the one three' : 'another three');
  return <group />;
}
const gl = { render() {}, setSize() {}, setPixelRatio() {}, dispose() {}, shadowMap: {}, xr: { addEventListener() {}, removeEventListener() {} } };
const scene = createScene(document.createElement('canvas'));
await scene.configure({ gl: () => gl, frameloop: 'never', size: { width: 1, height: 1, top: 0, left: 0 } });
scene.render(<Box />);`,
    shown: ['queried context one React', 'a scene of the one three'],
  },
  {
    title: 'vue-router and pinia with Vue',
    config: { framework: 'vue' },
    js: `import { createApp, h } from 'vue';
import { createMemoryHistory, createRouter, RouterView, useRoute } from 'vue-router';
import { createPinia, defineStore } from 'pinia';

const useCounter = defineStore('counter', { state: () => ({ count: 41 }), actions: { add() { this.count += 1; } } });
const Page = {
  setup() {
    const counter = useCounter();
    const route = useRoute();
    counter.add();
    return () => h('p', route.path + ' counts ' + counter.count);
  },
};
const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: Page }] });
createApp({ render: () => h(RouterView) }).use(createPinia()).use(router)
  .mount(document.body.appendChild(document.createElement('main')));`,
    shown: ['/ counts 42'],
  },
];

for (const { title, config, js, shown } of projects)
  test(`one copy of the framework: ${title}`, async ({ studio, account, open, visit }) => {
    const { id } = await storeProject(studio, account, {
      title: 'Peers',
      js,
      isPublic: true,
      isEmbeddable: true,
      frameworkConfig: { ...defaultFrameworkConfig, ...config },
    });
    const { preview } = await open(account, `/project/${id}`);
    // Long, because several packages are built for the first time.
    for (const text of shown) await expect(preview.document.getByText(text)).toBeVisible({ timeout: 60_000 });
    const embed = await visit(`${studio.url}/embed/${id}`);
    for (const text of shown)
      await expect(embed.frameLocator('iframe[title="Live Preview"]').getByText(text)).toBeVisible();
  });

test('a package finds the React that only it imports, whatever base the page names', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    title: 'Base',
    html: '<base href="https://elsewhere.example/">',
    js: "import { useStore } from 'zustand';\ndocument.body.append('found a ' + typeof useStore);",
  });
  const { preview } = await open(account, `/project/${id}`);
  await expect(preview.document.getByText('found a function')).toBeVisible({ timeout: 60_000 });
});

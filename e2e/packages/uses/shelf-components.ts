/** Packages of the shelf for projects with React, each with a typical use. */
export const reactShelf: Record<string, string> = {
  '@react-three/fiber': `{
    const scene = { children: [] };
    const Scene = () => (it.useThree((state) => { scene.children = state.scene.children; }), h('mesh'));
    const shown = await draw('div', { style: { height: '100px' } }, h(it.Canvas, null, h(Scene)));
    return (await until(() => scene.children.length === 1)) && shown.querySelector('canvas') !== null;
  }`,
  '@tanstack/react-query': `{
    const client = new it.QueryClient();
    const Shown = () => it.useQuery({ queryKey: ['a'], queryFn: () => 'b' }).data;
    const shown = await draw(it.QueryClientProvider, { client }, h(Shown));
    return until(() => shown.textContent === 'b');
  }`,
  'framer-motion': `{
    const shown = await draw(it.motion.p, { initial: { opacity: 0 }, animate: { opacity: 0.5 } }, 'a');
    return until(() => shown.firstChild.style.opacity === '0.5');
  }`,
  'its-fine': `{
    const Shown = () => h('p', null, it.useContainer() === undefined ? 'no root' : 'root');
    return (await draw(it.FiberProvider, null, h(Shown))).textContent === 'root';
  }`,
  jotai: `{
    const count = it.atom(1);
    const twice = it.atom((get) => get(count) * 2);
    const Shown = () => {
      const [value, setCount] = [it.useAtomValue(twice), it.useSetAtom(count)];
      React.useEffect(() => setCount(4), []);
      return value;
    };
    const shown = await draw(Shown);
    return until(() => shown.textContent === '8');
  }`,
  'react-hook-form': `{
    const Form = () => h('input', it.useForm({ defaultValues: { a: 'b' } }).register('a'));
    return (await draw(Form)).querySelector('input').value === 'b';
  }`,
  'react-redux': `{
    const store = { getState: () => 3, subscribe: () => () => undefined, dispatch: (action) => action };
    const Shown = () => it.useSelector((state) => state);
    return (await draw(it.Provider, { store }, h(Shown))).textContent === '3';
  }`,
  'react-router': `{
    const Shown = () => it.useParams().b;
    const routes = h(it.Routes, null, h(it.Route, { path: '/a/:b', element: h(Shown) }));
    return (await draw(it.MemoryRouter, { initialEntries: ['/a/1'] }, routes)).textContent === '1';
  }`,
  'react-router-dom': `{
    const Shown = () => h(it.Link, { to: '/b' }, it.useParams().a);
    const routes = h(it.Routes, null, h(it.Route, { path: '/:a', element: h(Shown) }));
    const link = (await draw(it.MemoryRouter, { initialEntries: ['/c'] }, routes)).querySelector('a');
    return link.textContent === 'c' && link.getAttribute('href') === '/b';
  }`,
  'react-use-measure': `{
    const Box = () => {
      const [ref, { width }] = it.default();
      return h('p', { ref, style: { width: 50 } }, width);
    };
    const shown = await draw(Box);
    return until(() => shown.textContent === '50');
  }`,
  'styled-components': `{
    const shown = await draw(it.default.p\`color: rgb(1, 2, 3)\`);
    return getComputedStyle(shown.querySelector('p')).color === 'rgb(1, 2, 3)';
  }`,
  'suspend-react': `{
    const Late = () => it.suspend(async () => 'late', ['a']);
    const shown = await draw(React.Suspense, { fallback: 'wait' }, h(Late));
    return until(() => shown.textContent === 'late');
  }`,
  'use-sync-external-store': `{
    const { useSyncExternalStore } = it.default ?? it;
    return (await draw(() => useSyncExternalStore(() => () => undefined, () => 'a'))).textContent === 'a';
  }`,
};

/** Packages of the shelf for projects with Vue, each with a typical use. */
export const vueShelf: Record<string, string> = {
  '@vueuse/core': `{
    const Size = {
      setup() {
        const { width } = it.useElementSize(place);
        return () => width.value;
      },
    };
    const shown = await draw(Size);
    return until(() => shown.textContent === '300');
  }`,
  '@vueuse/shared': `{
    const Counter = {
      setup() {
        const { count, inc } = it.useCounter(1);
        it.tryOnMounted(() => inc());
        return () => count.value;
      },
    };
    const shown = await draw(Counter);
    return until(() => shown.textContent === '2');
  }`,
  pinia: `{
    const useCount = it.defineStore('count', {
      state: () => ({ a: 1 }),
      actions: { add() { this.a += 1; } },
    });
    const Shown = {
      setup() {
        const store = useCount();
        store.add();
        return () => store.a;
      },
    };
    return (await draw(Shown, null, null, it.createPinia())).textContent === '2';
  }`,
  'vue-router': `{
    const Shown = {
      setup() {
        const route = it.useRoute();
        return () => route.params.b;
      },
    };
    const routes = [{ path: '/a/:b', component: Shown }];
    const router = it.createRouter({ history: it.createMemoryHistory(), routes });
    await router.push('/a/1');
    return (await draw(it.RouterView, null, null, router)).textContent === '1';
  }`,
};

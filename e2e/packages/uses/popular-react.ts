/** Popular packages for projects with React, each with a typical use. */
export const popularReact: Record<string, string> = {
  '@apollo/client': `{
    const { ApolloProvider, useQuery } = await import('@apollo/client/react');
    const link = new it.ApolloLink(() => new it.Observable((to) => {
      to.next({ data: { a: 1 } });
      to.complete();
    }));
    const client = new it.ApolloClient({ cache: new it.InMemoryCache(), link });
    const query = it.gql\`{ a }\`;
    const Shown = () => useQuery(query).data?.a;
    const shown = await draw(ApolloProvider, { client }, h(Shown));
    return until(() => shown.textContent === '1');
  }`,
  '@dnd-kit/core': `{
    const Item = () => {
      const { setNodeRef, attributes } = it.useDraggable({ id: 'a' });
      return h('p', { ref: setNodeRef, ...attributes }, 'b');
    };
    return (await draw(it.DndContext, null, h(Item))).querySelector('[role=button]').textContent === 'b';
  }`,
  '@emotion/react': `{
    const shown = await draw(() => it.jsx('p', { css: { color: 'rgb(1, 2, 3)' } }, 'a'));
    return getComputedStyle(shown.querySelector('p')).color === 'rgb(1, 2, 3)';
  }`,
  '@emotion/styled': `{
    const shown = await draw(it.default.p\`color: rgb(1, 2, 3)\`);
    return getComputedStyle(shown.querySelector('p')).color === 'rgb(1, 2, 3)';
  }`,
  '@headlessui/react': `{
    const panel = h(it.DisclosurePanel, null, 'b');
    const shown = await draw(it.Disclosure, { defaultOpen: true }, h(it.DisclosureButton, null, 'a'), panel);
    return shown.querySelector('button').ariaExpanded === 'true' && shown.textContent === 'ab';
  }`,
  '@heroicons/react/24/solid': '(await draw(it.BeakerIcon)).querySelector("svg path") !== null',
  '@mantine/core': `{
    const shown = await draw(it.MantineProvider, null, h(it.Button, null, 'a'));
    return shown.querySelector('button').textContent === 'a';
  }`,
  '@mui/material': `{
    const { default: Button } = await import('@mui/material/Button');
    const theme = it.createTheme({ palette: { primary: { main: '#010203' } } });
    const shown = await draw(it.ThemeProvider, { theme }, h(Button, { variant: 'contained' }, 'a'));
    const { backgroundColor } = getComputedStyle(shown.querySelector('button'));
    return it.Button === Button && backgroundColor === 'rgb(1, 2, 3)';
  }`,
  '@nivo/core': `{
    const measured = h(it.ResponsiveWrapper, null, ({ width }) => h('p', null, width));
    const shown = await draw('div', { style: { width: 100, height: 50 } }, measured);
    return until(() => shown.textContent === '100');
  }`,
  '@radix-ui/react-dialog': `{
    const content = h(it.Content, { 'aria-describedby': undefined }, h(it.Title, null, 'a'));
    await draw(it.Root, { defaultOpen: true }, h(it.Portal, null, content));
    return until(() => document.querySelector('[role=dialog]')?.textContent === 'a');
  }`,
  '@react-spring/web': `{
    const Box = () => {
      const style = it.useSpring({ from: { opacity: 0 }, to: { opacity: 0.5 }, config: { duration: 20 } });
      return h(it.animated.p, { style });
    };
    const shown = await draw(Box);
    return until(() => shown.firstChild.style.opacity === '0.5');
  }`,
  '@tanstack/react-table': `{
    const columns = [{ id: 'a', accessorKey: 'a', cell: (cell) => h('b', null, cell.getValue()) }];
    const data = [{ a: 'c' }];
    const features = it.tableFeatures({});
    const Table = () => {
      const table = it.useTable({ _features: features, _rowModels: {}, columns, data });
      return table.getRowModel().rows[0].getAllCells().map((cell) => h(it.FlexRender, { key: cell.id, cell }));
    };
    return (await draw(Table)).querySelector('b').textContent === 'c';
  }`,
  '@tanstack/react-virtual': `{
    const List = () => {
      const ref = React.useRef(null);
      const sizes = { count: 100, estimateSize: () => 10, getScrollElement: () => ref.current };
      const list = it.useVirtualizer(sizes);
      return h('p', { ref, style: { height: 50 } }, list.getTotalSize());
    };
    return (await draw(List)).textContent === '1000';
  }`,
  antd: `{
    const shown = await draw(it.Button, { type: 'primary' }, 'hello');
    return shown.querySelector('button.ant-btn').textContent === 'hello';
  }`,
  formik: `{
    const field = h(it.Form, null, h(it.Field, { name: 'a' }));
    const shown = await draw(it.Formik, { initialValues: { a: 'b' }, onSubmit() {} }, field);
    return shown.querySelector('input').value === 'b';
  }`,
  'lucide-react': '(await draw(it.Camera)).querySelector("svg.lucide-camera path") !== null',
  'mobx-react-lite': `{
    const { observable, runInAction } = await import('mobx');
    const state = observable({ a: 1 });
    const shown = await draw(it.observer(() => state.a));
    runInAction(() => { state.a = 2; });
    return until(() => shown.textContent === '2');
  }`,
  'next-themes': `{
    const Theme = () => h('p', null, it.useTheme().theme);
    const shown = await draw(it.ThemeProvider, { defaultTheme: 'dark' }, h(Theme));
    return shown.querySelector('p').textContent === 'dark' && document.documentElement.dataset.theme === 'dark';
  }`,
  'prop-types': 'it.default.shape({ a: it.default.number }).isRequired instanceof Function',
  'react-bootstrap': `{
    const shown = await draw(it.Alert, { variant: 'info' }, 'a');
    return shown.querySelector('[role=alert].alert-info').textContent === 'a';
  }`,
  'react-chartjs-2': `{
    const { default: Chart } = await import('chart.js/auto');
    const data = { labels: ['a', 'b'], datasets: [{ data: [1, 2] }] };
    const shown = await draw(it.Line, { data });
    return Chart.getChart(shown.querySelector('canvas')).getDatasetMeta(0).data.length === 2;
  }`,
  'react-dnd': `{
    const connect = () => () => undefined;
    const connecting = { connectDragSource: connect, connectDragPreview: connect, connectDropTarget: connect };
    const backend = () => ({ setup() {}, teardown() {}, profile: () => ({}), ...connecting });
    const Item = () => {
      const [{ canDrag }, drag] = it.useDrag({ type: 'a', collect: (item) => ({ canDrag: item.canDrag() }) });
      return h('p', { ref: drag }, String(canDrag));
    };
    const shown = await draw(it.DndProvider, { backend }, h(Item));
    return until(() => shown.textContent === 'true');
  }`,
  'react-dropzone': `{
    const Zone = () => {
      const { getRootProps, getInputProps } = it.useDropzone();
      return h('div', getRootProps(), h('input', getInputProps()));
    };
    return (await draw(Zone)).querySelector('[role=presentation] input').type === 'file';
  }`,
  'react-hot-toast': `{
    const shown = await draw(it.Toaster);
    it.toast('hello');
    return until(() => shown.textContent.includes('hello'));
  }`,
  'react-icons/fa': '(await draw(it.FaBeer)).querySelector("svg path") !== null',
  'react-intersection-observer': `{
    const Seen = () => {
      const { ref, inView } = it.useInView();
      return h('p', { ref }, String(inView));
    };
    const shown = await draw(Seen);
    return until(() => shown.textContent === 'true');
  }`,
  'react-markdown': '(await draw(it.default, null, "*a*")).querySelector("em").textContent === "a"',
  'react-player': `{
    const shown = await draw(it.default, { src: 'data:video/mp4;base64,' });
    return (await until(() => shown.querySelector('video'))) !== null;
  }`,
  'react-select': `{
    const shown = await draw(it.default, { menuIsOpen: true, options: [{ value: 1, label: 'a' }] });
    return until(() => shown.querySelector('[role=option]')?.textContent === 'a');
  }`,
  'react-toastify': `{
    await draw(it.ToastContainer);
    it.toast('hello');
    return until(() => document.querySelector('.Toastify__toast')?.textContent.includes('hello'));
  }`,
  'react-transition-group': `{
    const nodeRef = React.createRef();
    const transition = { in: true, appear: true, timeout: 10, classNames: 'fade', nodeRef };
    const shown = await draw(it.CSSTransition, transition, h('p', { ref: nodeRef }));
    return until(() => shown.firstChild.className === 'fade-appear-done fade-enter-done');
  }`,
  'react-use': `{
    const Toggle = () => {
      const [isOn, toggle] = it.useToggle(false);
      it.useMount(toggle);
      return String(isOn);
    };
    const shown = await draw(Toggle);
    return until(() => shown.textContent === 'true');
  }`,
  recharts: `{
    const line = h(it.Line, { dataKey: 'a', isAnimationActive: false });
    const shown = await draw(it.LineChart, { width: 100, height: 50, data: [{ a: 1 }, { a: 2 }] }, line);
    return (await until(() => shown.querySelector('path.recharts-line-curve'))).getTotalLength() > 10;
  }`,
  reactflow: `{
    const nodes = [{ id: 'a', position: { x: 0, y: 0 }, data: { label: 'b' } }];
    const flow = h(it.ReactFlow ?? it.default, { nodes, edges: [] });
    const shown = await draw('div', { style: { width: 200, height: 100 } }, flow);
    return until(() => shown.querySelector('.react-flow__node')?.textContent === 'b');
  }`,
  sonner: `{
    await draw(it.Toaster);
    it.toast('hello');
    return until(() => document.querySelector('[data-sonner-toast]')?.textContent.includes('hello'));
  }`,
  swr: `{
    const Shown = () => it.default('a', () => 'b').data;
    const shown = await draw(Shown);
    return until(() => shown.textContent === 'b');
  }`,
  valtio: `{
    const state = it.proxy({ a: 1 });
    const shown = await draw(() => it.useSnapshot(state).a);
    state.a = 2;
    return until(() => shown.textContent === '2');
  }`,
  victory: `{
    const shown = await draw(it.VictoryBar, { data: [{ x: 1, y: 2 }] });
    return (await until(() => shown.querySelector('svg path'))).getTotalLength() > 10;
  }`,
  wouter: `{
    const { memoryLocation } = await import('wouter/memory-location');
    const { hook } = memoryLocation({ path: '/a/1' });
    return (await draw(it.Router, { hook }, h(it.Route, { path: '/a/:b' }, ({ b }) => b))).textContent === '1';
  }`,
};

export const scriptSample = `const count = document.querySelector('#count');

document.querySelector('#more')?.addEventListener('click', () => {
  count.value = Number(count.value) + 1;
  console.log('Pressed', count.value);
});
`;

export const typedScriptSample = `const count = document.querySelector<HTMLOutputElement>('#count');

document.querySelector('#more')?.addEventListener('click', () => {
  if (!count) return;
  count.value = String(Number(count.value) + 1);
  console.log('Pressed', count.value);
});
`;

/** Up to React 17 a page is rendered by `ReactDOM.render`, from 18 on by a root. */
export function reactSample(version: 17 | 18 | 19, typescript: boolean): string {
  const props = typescript ? '{ start }: { start: number }' : '{ start }';
  const render =
    version === 17
      ? "ReactDOM.render(<Counter start={0} />, document.getElementById('root'));"
      : `ReactDOM.createRoot(document.getElementById('root')${typescript ? '!' : ''}).render(<Counter start={0} />);`;
  return `function Counter(${props}) {
  const [count, setCount] = React.useState(start);
  return (
    <main>
      <h1>Hello, React</h1>
      <button onClick={() => setCount(count + 1)}>Pressed {count} times</button>
    </main>
  );
}

${render}
`;
}

export const vueSample = `Vue.createApp({
  data: () => ({ name: 'Vue' }),
}).mount('#app');
`;

export function vueComponentSample(typescript: boolean): string {
  return `<script setup${typescript ? ' lang="ts"' : ''}>
import { ref } from 'vue';

const count = ref${typescript ? '<number>' : ''}(0);
</script>

<template>
  <main>
    <h1>Hello, Vue</h1>
    <button @click="count += 1">Pressed {{ count }} times</button>
  </main>
</template>
`;
}

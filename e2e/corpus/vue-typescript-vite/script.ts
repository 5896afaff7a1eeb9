import { computed, createApp, defineComponent, nextTick, ref } from 'vue';
const App = defineComponent({
  setup() {
    const count = ref<number>(20);
    const doubled = computed((): number => count.value * 2);
    return { count, doubled };
  },
});
createApp(App).mount('#app');
await nextTick();
document.querySelector('button')!.click();

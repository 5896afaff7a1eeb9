/** Popular packages for projects with Vue, each with a typical use. */
export const popularVue: Record<string, string> = {
  '@tanstack/vue-query': `{
    const Shown = {
      setup() {
        const { data } = it.useQuery({ queryKey: ['a'], queryFn: () => 'b' });
        return () => data.value;
      },
    };
    const shown = await draw(Shown, null, null, it.VueQueryPlugin);
    return until(() => shown.textContent === 'b');
  }`,
  'element-plus':
    '(await draw(it.ElButton, null, () => "a")).querySelector("button.el-button").textContent === "a"',
  'naive-ui':
    '(await draw(it.NButton, null, () => "a")).querySelector("button.n-button").textContent === "a"',
  'primevue/button': `{
    const { default: PrimeVue } = await import('primevue/config');
    return (await draw(it.default, { label: 'a' }, null, PrimeVue)).querySelector('button').textContent === 'a';
  }`,
  'vee-validate': `{
    const field = () => h(it.Field, { name: 'a' });
    const shown = await draw(it.Form, { initialValues: { a: 'b' } }, field);
    return until(() => shown.querySelector('form input').value === 'b');
  }`,
  'vue-chartjs': `{
    const { default: Chart } = await import('chart.js/auto');
    const data = { labels: ['a', 'b'], datasets: [{ data: [1, 2] }] };
    const shown = await draw(it.Line, { data });
    return Chart.getChart(shown.querySelector('canvas')).getDatasetMeta(0).data.length === 2;
  }`,
  'vue-i18n': `{
    const i18n = it.createI18n({ legacy: false, locale: 'en', messages: { en: { hello: 'Hello {name}' } } });
    const Shown = {
      setup() {
        const { t } = it.useI18n();
        return () => t('hello', { name: 'a' });
      },
    };
    return (await draw(Shown, null, null, i18n)).textContent === 'Hello a';
  }`,
  vuedraggable: `{
    const list = { modelValue: ['a', 'b'], itemKey: (item) => item };
    const shown = await draw(it.default, list, { item: ({ element }) => h('p', element) });
    return shown.querySelectorAll('[data-draggable]').length === 2 && shown.textContent === 'ab';
  }`,
  vuetify: `{
    const { VBtn } = await import('vuetify/components/VBtn');
    const shown = await draw(VBtn, null, () => 'a', it.createVuetify());
    return shown.querySelector('button.v-btn').textContent === 'a';
  }`,
  vuex: `{
    const mutations = { add(state) { state.a += 1; } };
    const store = it.createStore({ state: { a: 1 }, mutations });
    const Shown = {
      setup() {
        const { state } = it.useStore();
        return () => state.a;
      },
    };
    const shown = await draw(Shown, null, null, store);
    store.commit('add');
    return until(() => shown.textContent === '2');
  }`,
};

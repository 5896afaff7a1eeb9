const { createApp } = Vue;
const app = createApp({ data: () => ({ shown: false, kind: 'h2' }), mounted() { this.shown = true; } });
app.config.globalProperties.$name = 'global';
app.mount('#app');

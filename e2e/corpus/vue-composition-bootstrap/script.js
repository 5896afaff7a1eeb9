const { createApp, ref, computed, watch, onMounted } = Vue;
const Bar = {
  props: { label: String, value: Number },
  template: '<div class="mb-2">{{ label }}<div class="progress"><div class="progress-bar" :style="{ width: value + \'%\' }"></div></div></div>',
};
createApp({
  components: { Bar },
  setup() {
    const votes = ref({ Yes: 3, No: 1 });
    const total = computed(() => Object.values(votes.value).reduce((sum, count) => sum + count, 0));
    const log = ref([]);
    watch(total, (now, before) => log.value.push(`${before} → ${now}`));
    onMounted(() => { votes.value.Yes += 4; });
    return { votes, total, log };
  },
  template: '<Bar v-for="(count, name) in votes" :key="name" :label="name" :value="100 * count / total" /><span class="badge text-bg-dark">{{ total }}</span> {{ log.join(", ") }}',
}).mount('#app');

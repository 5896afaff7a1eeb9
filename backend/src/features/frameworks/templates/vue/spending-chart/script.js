const { computed, createApp, reactive } = Vue;

const entries = [
  { name: 'Rent', amount: 780, colour: '#2f6f4f' },
  { name: 'Food', amount: 310, colour: '#e0a93a' },
  { name: 'Travel', amount: 120, colour: '#3f7cac' },
  { name: 'Books', amount: 65, colour: '#b0413e' },
];

createApp({
  setup() {
    const spent = reactive(entries);
    const amount = (entry) => Math.max(0, Number(entry.amount) || 0);
    const total = computed(() => spent.reduce((sum, entry) => sum + amount(entry), 0));

    // Each slice begins where the one before it ends; all of them are parts of 100.
    const slices = computed(() => {
      let from = 0;
      return spent.map((entry) => {
        const share = total.value === 0 ? 0 : (amount(entry) / total.value) * 100;
        const slice = { name: entry.name, colour: entry.colour, entry, share, from };
        from += share;
        return slice;
      });
    });

    return { slices, total };
  },
}).mount('#app');

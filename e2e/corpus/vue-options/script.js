Vue.createApp({
  data: () => ({ title: 'Fruit', search: 'p', fruits: ['Apple', 'Pear', 'Plum', 'Kiwi', 'Papaya'], picked: null }),
  computed: {
    found() { return this.fruits.filter((fruit) => fruit.toLowerCase().includes(this.search)); },
  },
  methods: { pick(fruit) { this.picked = fruit; } },
  mounted() { mark('mounted'); this.pick(this.found[1]); },
}).mount('#app');

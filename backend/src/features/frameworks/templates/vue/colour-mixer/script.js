const { computed, createApp, reactive } = Vue;

const sliders = [
  { key: 'hue', name: 'Hue', max: 360 },
  { key: 'saturation', name: 'Saturation', max: 100 },
  { key: 'lightness', name: 'Lightness', max: 100 },
];

createApp({
  setup() {
    const values = reactive({ hue: 205, saturation: 60, lightness: 45 });
    const colour = (lightness) => `hsl(${values.hue} ${values.saturation}% ${lightness}%)`;
    const surprise = () => {
      for (const { key, max } of sliders) values[key] = Math.round(Math.random() * max);
    };
    return {
      sliders,
      values,
      colour,
      surprise,
      lightness: computed(() => values.lightness),
      palette: computed(() => [20, 40, 60, 80, 92].map(colour)),
    };
  },
}).mount('#app');

import { computed, createApp, onUnmounted, ref } from 'vue';

const zones = [
  'Europe/Lisbon',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'America/New_York',
  'Africa/Nairobi',
  'Pacific/Auckland',
];

export function cityOf(zone) {
  return zone.split('/')[1].replace('_', ' ');
}

/** What a clock in a zone shows: words and the angles of its hands. */
export function clockIn(zone, moment) {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(moment);
  const [hours, minutes] = time.split(':').map(Number);
  return { zone, city: cityOf(zone), time, hour: (hours % 12) * 30 + minutes / 2, minute: minutes * 6 };
}

/** The present moment, anew each second. */
function useNow() {
  const now = ref(new Date());
  const timer = setInterval(() => {
    now.value = new Date();
  }, 1000);
  onUnmounted(() => clearInterval(timer));
  return now;
}

createApp({
  setup() {
    const now = useNow();
    const shown = ref(zones.slice(0, 3));
    const chosen = ref('');
    return {
      cityOf,
      chosen,
      clocks: computed(() => shown.value.map((zone) => clockIn(zone, now.value))),
      others: computed(() => zones.filter((zone) => !shown.value.includes(zone))),
      add() {
        shown.value.push(chosen.value);
        chosen.value = '';
      },
      remove(zone) {
        shown.value = shown.value.filter((other) => other !== zone);
      },
    };
  },
}).mount('#app');

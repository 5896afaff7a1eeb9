/** The decoders for users' pictures. libvips has many more, and would render SVG under any file name. */
const decoders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'];

let loading: ReturnType<typeof load> | undefined;

/** Loads sharp, which processes pictures on its own threads. On first use, as it is large and few requests need it. */
export function loadSharp(): ReturnType<typeof load> {
  // Once: blocking the decoders again would fail a picture that another thread is reading just then.
  loading ??= load();
  return loading;
}

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  return sharp;
}

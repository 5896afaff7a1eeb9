import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devServer, studioConfig } from './dev-server.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), studioConfig()],
  server: devServer,
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: { outDir: 'dist/app', emptyOutDir: true, sourcemap: false, modulePreload: { polyfill: false } },
});

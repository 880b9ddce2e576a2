import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The client ships inside the Python package. While it is worked on, `npm run dev` talks to a server on this port.
const SERVER = "http://localhost:8765";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../sandtable/server/static", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"], css: true },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  // Relative addresses: the page works below any path prefix.
  base: "./",
  build: {
    outDir: "../drawmate/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // What the bundle contains of others goes with their copyright notices, as NOTICE says.
    license: { fileName: "THIRD-PARTY-LICENSES.txt" },
  },
  server: { proxy: { "/v1": "http://127.0.0.1:8000" } },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});

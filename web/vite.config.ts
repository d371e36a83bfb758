import { fileURLToPath } from "node:url"

import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vitest/config"

import { joinedGames } from "./joined.ts"
import { packed } from "./packed.ts"

// Few files, for every one costs a trip to the server: what all pages share, what the parts of one game share, and the rest.
const shared = [
  { name: "svelte", test: /\/node_modules\//, priority: 4 },
  // what the list of games is made of; what several boards share is not for the start page
  {
    name: "games",
    test: /games(\/index|\/[^/]+\/(index|keys|Picture|pieces\/CrownShape)\.|$)/,
    minShareCount: 4,
    priority: 3,
  },
  {
    debugName: "game",
    name: (id: string) => /\/games\/([^/]+)\//.exec(id)?.[1],
    test: /\/games\/[^/]+\//,
    minShareCount: 2,
    priority: 2,
  },
  // what a table needs is not for the start page, however many pages show one
  {
    name: "table",
    test: /\/src\/(pages\/Table|parts\/table|play\/(?!motion)|tutorial|lib\/(changes|line|log|news|table))/,
    minShareCount: 2,
    priority: 2,
  },
  { name: "house", test: /\/src\//, minShareCount: 3, priority: 1 },
]

// The page becomes part of the Python package, which serves it; while developing, `npm run dev` asks a running server.
export default defineConfig({
  plugins: [svelte(), joinedGames(), packed()],
  resolve: { alias: { "atoll/": fileURLToPath(new URL("src/", import.meta.url)) } }, // for games from outside
  build: {
    outDir: process.env.ATOLL_PAGE_OUT ?? "../src/atoll/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline data
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: shared } } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } } },
  test: { include: ["src/**/*.test.ts", "tests/*.test.ts"], isolate: false, testTimeout: 240_000 },
})

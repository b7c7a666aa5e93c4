import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { brotliPlugin } from './scripts/build/brotli.ts'
import { faceWeightsPlugin } from './scripts/build/face-weights.ts'
import { messagesPlugin } from './scripts/build/messages.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const withoutParser = resolve(root, 'node_modules/@formatjs/icu-messageformat-parser/no-parser.js')

/** Where `npm run dev` finds the platform. */
const platformAddress = process.env.PLATFORM_ADDRESS ?? 'http://127.0.0.1:8080'

const toPlatform = [
  '/public',
  '/media',
  '/files',
  '/manifest.webmanifest',
  '/bank',
  '/demo.json',
  '/demo-files',
  '/auth',
  '/tenant',
  '/healthz',
  '/openapi.json',
]

/** A page takes only the calls it makes, and so does the worker. */
const treeshake = {
  // building a schema or reading a call changes nothing elsewhere
  propertyReadSideEffects: false,
  manualPureFunctions: ['defineCall', 'z', 'listOf'],
  // of a door only what is used
  moduleSideEffects: (id: string) => !/\/(src|contract)\/.*\.tsx?$/.test(id) || id.endsWith('/main.tsx'),
} as const

export default defineConfig({
  plugins: [
    messagesPlugin(root),
    faceWeightsPlugin(root),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        rollupOptions: { treeshake },
        globPatterns: ['index.html', 'favicon.svg', 'assets/**/*.{js,css,svg}', 'fonts/*.woff2'],
        globIgnores: ['assets/KitPage-*'],
        maximumFileSizeToCacheInBytes: 600_000,
      },
    }),
    brotliPlugin(),
  ],
  resolve: {
    // messages are parsed at build, so the parser stays out of the page; tests check the texts with it
    alias: process.env.VITEST ? {} : { '@formatjs/icu-messageformat-parser': withoutParser },
  },
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // browsers without it load the same files a little later
    modulePreload: { polyfill: false },
    rollupOptions: {
      treeshake,
      // what every page needs is one file: it packs better than its parts, and comes in one go
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: Object.fromEntries(toPlatform.map((path) => [path, { target: platformAddress }])),
  },
  test: {
    include: ['{src,sw,contract,server,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/journeys/**', '**/node_modules/**'],
    environment: 'node',
    // all cores: much of a test is waiting for another process
    maxWorkers: '100%',
    // A database, a model or a build may take its time on a busy machine; a hang is still found.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

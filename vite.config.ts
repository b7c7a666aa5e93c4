import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import type { Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { brotliPlugin } from './scripts/build/brotli.ts'
import { callsPlugin } from './scripts/build/calls.ts'
import { faceWeightsPlugin } from './scripts/build/face-weights.ts'
import { messagesPlugin } from './scripts/build/messages.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** What the built page has in place of larger packages. */
export const smallParts = {
  // messages are compiled at build (scripts/build/messages.ts) and by the server, so react-intl needs no parser
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
}

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

/**
 * Chunks by use. A request costs a phone a round trip on a weak network, and six files travel at a time; larger files also
 * compress better than their parts.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 6 },
  // Headless UI: what tabs need is drawn with an event, layers come with the first one that is opened
  { name: 'tabs', test: /\/@headlessui\/react\/dist\/components\/tabs\//, priority: 5.5 },
  { name: 'layers', test: /\/@headlessui\/react\/dist\/components\/dialog\//, priority: 5 },
  // what home shows of events, which other pages show too
  {
    name: 'lists',
    test: /\/src\/(ui\/(Bib|EmptyState|Field|Note|SearchField|SlitImage|TextLink)\.|platform\/(loading\/|navigation\/use-title)|features\/events\/(?!EventPage|HomePage|Resume|Videos|AlbumTab|EventHead)|lib\/(api|copies|error-of-answer|time|transport)\.)|\/contract\/(cover|events|date-words)\./,
    minShareCount: 2,
    priority: 4,
  },
  { name: 'wares', test: /\/(src|contract)\//, minShareCount: 6, priority: 3 },
  // small parts of many pages
  {
    name: 'shared',
    test: /\/src\/(ui\/Chip\.|features\/cart\/(add|answered|line|use-cart)\.|lib\/count\.|platform\/search-token\/pass\.)|\/contract\/requests\./,
    minShareCount: 2,
    priority: 3,
  },
  // the wall of photos and what is done on it, of every page that shows one
  {
    name: 'wall',
    test: /\/src\/(ui\/(JustifiedRows|PhotoTile|Tabs|layout-rows|use-long-press|use-row-keys|use-rows)\.|features\/(photos\/(?!Lightbox)|search\/(FindByWord|ResultsSkeleton)|selfie\/(kept-selfies|place)))|\/contract\/bib\./,
    minShareCount: 2,
    priority: 2,
  },
  // what is said besides the page, and started once the page answers
  {
    name: 'notes',
    test: /\/src\/.*\/(account-orders|forget-device|way-now|InstallSheet|Notification|Snackbar)\./,
    minShareCount: 2,
    priority: 1,
  },
  // what waits to be sent, and the sending
  {
    name: 'outbox',
    test: /\/src\/(lib\/(outbox\/|resume-upload\.)|platform\/(outbox\/(start|with-browser)|storage\/mirror)\.)/,
    priority: 1,
  },
  // a photo seen large
  { name: 'viewer', test: /\/src\/(ui\/(viewer\/|FilmStrip)|features\/photos\/Lightbox\.)/, priority: 1 },
]

/** A schema that the page has no part of would fail in a browser only. */
function onLog(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  otherwise: Rolldown.LogOrStringHandler,
): void {
  if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
  otherwise(level, log)
}

/** A build has no part of the test runner. */
const sequence = process.env.VITEST
  ? { sequencer: (await import('./scripts/longest-first.ts')).LongestFirst }
  : undefined

export default defineConfig(({ command }) => ({
  plugins: [
    callsPlugin(root),
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
        rollupOptions: { treeshake, onLog },
        buildPlugins: { vite: [callsPlugin(root)] },
        globPatterns: ['index.html', 'favicon.svg', 'assets/**/*.{js,css,svg}', 'fonts/*.woff2'],
        globIgnores: ['assets/KitPage-*'],
        maximumFileSizeToCacheInBytes: 600_000,
      },
    }),
    brotliPlugin(),
  ],
  resolve: {
    // tests and development have the packages themselves
    alias: command === 'build' ? smallParts : {},
  },
  build: {
    // the page, its workers, the service worker and the style sheets follow it
    target: browserslistToEsbuild(),
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      // browsers without it load the same files a little later
      polyfill: false,
      // a page's links are in its HTML, and all files on the device soon after: more links at run time cost a phone more
      // than they bring. Styles have to be there before their part is drawn
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rollupOptions: {
      treeshake,
      onLog,
      output: { codeSplitting: { groups } },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: Object.fromEntries(toPlatform.map((path) => [path, { target: platformAddress }])),
  },
  test: {
    include: ['{src,sw,contract,server,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/journeys/**', 'tests/engines/**', '**/node_modules/**'],
    environment: 'node',
    // all cores: much of a test is waiting for another process
    maxWorkers: '100%',
    sequence,
    // A database, a model or a build may take its time on a busy machine; a hang is still found.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}))

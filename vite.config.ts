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

/** Smaller replacements of packages in the built page. */
export const smallParts = {
  // messages are compiled at build time (scripts/build/messages.ts) and by the server, so react-intl needs no parser
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
}

/** Address of the platform for `npm run dev`. */
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

/** Pages and the worker contain only the calls that they use. */
const treeshake = {
  // building a schema or reading a call has no side effects
  propertyReadSideEffects: false,
  manualPureFunctions: ['defineCall', 'z', 'listOf'],
  // only the used exports of barrel files are included
  moduleSideEffects: (id: string) => !/\/(src|contract)\/.*\.tsx?$/.test(id) || id.endsWith('/main.tsx'),
} as const

/**
 * Chunks by use. A request costs a phone a round trip on a weak network, and six files are loaded in parallel. Larger files
 * also compress better than their parts.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // the entry with its imports, and calls, events and small parts of nearly every page: 1.1 KB less than in two files
  {
    name: 'index',
    test: /\/index\.html$|\/src\/(app\/(main|PageFoot)\.|ui\/(Bib|EmptyState|Note|ProgressiveImage|Snackbar|TextLink)\.|platform\/(loading\/|navigation\/use-title|notices\/notices)|features\/(checkout\/intent|events\/(LastUpdated|EventTitle|InDays|day|saved-events|use-events)|orders\/orders-path)|lib\/(api|copies|error-of-answer|time|transport)\.)|\/contract\/(cover|events)\./,
    priority: 7,
  },
  // Headless UI, shared by tabs and layers: an event needs both, the home page loads it with its first layer
  {
    name: 'layers',
    test: /\/@headlessui\/react\/dist\/components\/(dialog|tabs)\/|\/src\/ui\/(Layer|Sheet|Tabs)\./,
    priority: 6,
  },
  // event lists, and their search fields
  {
    name: 'rows',
    test: /\/contract\/date-words\.|\/src\/(ui\/(Field|SearchField)\.|features\/events\/(EventRows|Suggestion|find-saved|resumes|use-event-search)\.)/,
    minShareCount: 2,
    priority: 3.5,
  },
  // prices, the cart and stored data, as far as an event page needs them
  {
    name: 'wares',
    test: /\/src\/(ui\/(Chip|Dock|Price)\.|features\/(cart\/(journal|late-verbs|only-price-moved|overlay|state|use-cart|waiting)|catalog\/|purchases\/(bought|clean-photos|use-clean-photos|use-purchases)\.)|lib\/(memory\/(?!file-parts)|outbox\/index\.|count|money)|platform\/(money\/|notices\/announce|search-token\/|storage\/event-search))|\/contract\/(cart|catalog|competitors|photos|recognition)\./,
    minShareCount: 2,
    priority: 3,
  },
  // the cart actions that most pages need after hydration
  {
    name: 'soon',
    test: /\/src\/(features\/cart\/(add|answered|cart-id|cart-orders|left-records|line|open-cart)|lib\/(outbox\/carts|random-id)|platform\/analytics\/(data-layer|private-pages))\.|\/contract\/third-parties\./,
    priority: 2.9,
  },
  // combined prices of photos, for plates, docks and carts that appear after a choice or a search
  {
    name: 'prices',
    test: /\/contract\/price-rules\.|\/src\/features\/photos\/steps\./,
    minShareCount: 2,
    priority: 2.8,
  },
  // the photo wall and its actions, for every page that shows one
  {
    name: 'wall',
    test: /\/src\/(ui\/(JustifiedRows|PhotoTile|layout-rows|use-long-press|use-row-keys|use-rows)\.|features\/(photos\/(?!AlbumPartBar|Lightbox|PartBar|Purchase|album-times|ShortcutHelp|steps)|search\/(ResultsSkeleton|ToSelfie)|events\/VideosSkeleton|selfie\/(stored-selfies|status|sign)))|\/contract\/bib\./,
    minShareCount: 2,
    priority: 2.5,
  },
  // ways to install, for the drawer and for the late chunk
  {
    name: 'install',
    test: /\/src\/(platform\/install\/(offer|way|way-now)|app\/device\/SchemePicker)\./,
    priority: 2.3,
  },
  // the drawer of small screens
  {
    name: 'menu',
    test: /\/src\/(ui\/Drawer\.|app\/(Menu|OtherRows|device\/DeviceRows)\.)/,
    priority: 2.2,
  },
  // started after hydration
  {
    name: 'late',
    test: /\/src\/(app\/(RouteEffects|Messages|device\/(?!DeviceRows|FootTools|ForgetDevice))|.*\/(account-orders|known-orders)\.|features\/selfie\/check\/prefetch|ui\/Notification\.|lib\/(badge|wipe)\.|platform\/storage\/forget)|\/contract\/(pages|settings)\.|tiny-face\.bin/,
    priority: 2,
  },
  // the outbox queue, and its sending
  {
    name: 'outbox',
    test: /\/src\/(lib\/(outbox\/|resume-upload\.)|platform\/(outbox\/(start|with-browser)|storage\/mirror)\.)/,
    priority: 1,
  },
  // shared parts of many other pages
  { name: 'goods', test: /\/(src|contract)\//, minShareCount: 6, priority: 1 },
  // the viewer of a single photo
  { name: 'viewer', test: /\/src\/(ui\/(viewer\/|FilmStrip)|features\/photos\/Lightbox\.)/, priority: 1 },
]

/** Fails the build on an undefined import: a schema missing from the page would fail only in a browser. */
function onLog(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  otherwise: Rolldown.LogOrStringHandler,
): void {
  if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
  otherwise(level, log)
}

/** Builds do not contain the test runner. */
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
    // tests and development use the original packages
    alias: command === 'build' ? smallParts : {},
  },
  build: {
    // applies to the page, its workers, the service worker and the style sheets
    target: browserslistToEsbuild(),
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      // browsers without it load the same files a little later
      polyfill: false,
      // a page's links are in its HTML, and all files are on the device soon after: more links at run time cost a phone more
      // than they save. Styles must be loaded before their part is rendered
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
    // all cores: tests spend much time waiting for other processes
    maxWorkers: '100%',
    sequence,
    // A database, a model or a build may be slow on a busy machine. A hang is still detected.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // the same for waits for a state
    setupFiles: 'tests/world/wait-limits.ts',
    expect: { poll: { timeout: 20_000 } },
  },
}))

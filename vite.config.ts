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
  // the entry with all that it imports, and calls, events and small parts of nearly every page: 1.1 KB less than in two files
  {
    name: 'index',
    test: /\/index\.html$|\/src\/(app\/(main|PageFoot)\.|ui\/(Bib|EmptyState|Note|SlitImage|Snackbar|TextLink)\.|platform\/(loading\/|navigation\/use-title|notices\/notices)|features\/(checkout\/intent|events\/(AsOf|day|saved-events|use-events)|orders\/orders-path)|lib\/(api|copies|error-of-answer|time|transport)\.)|\/contract\/(cover|events)\./,
    priority: 7,
  },
  // Headless UI, which tabs and layers use alike: an event needs both, home comes to know it with its first layer
  {
    name: 'layers',
    test: /\/@headlessui\/react\/dist\/components\/(dialog|tabs)\/|\/src\/ui\/(Layer|Sheet|Tabs)\./,
    priority: 6,
  },
  // lists of events, and fields to search them
  {
    name: 'rows',
    test: /\/contract\/date-words\.|\/src\/(ui\/(Field|SearchField)\.|features\/events\/(EventRows|Suggestion|find-saved|use-event-search)\.)/,
    minShareCount: 2,
    priority: 3.5,
  },
  // prices, the cart and what the device stores, as far as an event page needs them
  {
    name: 'wares',
    test: /\/src\/(ui\/(Chip|Dock|Price)\.|features\/(cart\/(late-verbs|only-price-moved|overlay|state|use-cart|waiting)|catalog\/)|lib\/(memory\/(?!file-parts)|outbox\/index\.|count|money)|platform\/(money\/|notices\/voice|search-token\/|storage\/event-search))|\/contract\/(cart|catalog|competitors|photos|price-rules|recognition)\./,
    minShareCount: 2,
    priority: 3,
  },
  // what most pages need once they answer: the verbs of the cart
  {
    name: 'soon',
    test: /\/src\/(features\/cart\/(add|answered|cart-orders|line|open-cart)|lib\/(outbox\/carts|random-id)|platform\/analytics\/(data-layer|private-pages))\.|\/contract\/third-parties\./,
    priority: 2.9,
  },
  // the wall of photos and what is done on it, of every page that shows one
  {
    name: 'wall',
    test: /\/src\/(ui\/(JustifiedRows|PhotoTile|layout-rows|use-long-press|use-row-keys|use-rows)\.|features\/(photos\/(?!Lightbox|Purchase|ShortcutHelp)|search\/ResultsSkeleton|selfie\/(kept-selfies|place)))|\/contract\/bib\./,
    minShareCount: 2,
    priority: 2.5,
  },
  // ways to install, of the drawer and of what is started late
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
  // started once the page answers
  {
    name: 'late',
    test: /\/src\/(app\/(Followers|Messages|device\/(?!DeviceRows|FootTools|ForgetDevice))|.*\/(account-orders|known-orders)\.|features\/selfie\/check\/prefetch|ui\/Notification\.|lib\/(badge|wipe)\.|platform\/storage\/forget)|\/contract\/(pages|settings)\.|tiny-face\.bin/,
    priority: 2,
  },
  // what waits to be sent, and the sending
  {
    name: 'outbox',
    test: /\/src\/(lib\/(outbox\/|resume-upload\.)|platform\/(outbox\/(start|with-browser)|storage\/mirror)\.)/,
    priority: 1,
  },
  // parts of many other pages
  { name: 'goods', test: /\/(src|contract)\//, minShareCount: 6, priority: 1 },
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

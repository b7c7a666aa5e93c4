import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import type { InlineConfig, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { brotliPlugin } from './scripts/build/brotli.ts'
import { callsPlugin } from './scripts/build/calls.ts'
import { chunksPlugin } from './scripts/build/chunks.ts'
import { faceWeightsPlugin } from './scripts/build/face-weights.ts'
import { messagesPlugin } from './scripts/build/messages.ts'
import { testProjects } from './scripts/test/projects.ts'

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
  manualPureFunctions: ['defineCall', 'z', 'listSchema'],
  // only the used exports of barrel files are included
  moduleSideEffects: (id: string) => !/\/(src|contract)\/.*\.tsx?$/.test(id) || id.endsWith('/main.tsx'),
} as const

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
  ? { sequencer: (await import('./scripts/test/file-order.ts')).FileOrder }
  : undefined

/** Returns the configuration of the page itself, without its grouping into chunks and without the service worker. */
const createPageConfig = (command: 'build' | 'serve') =>
  ({
    plugins: [callsPlugin(root), messagesPlugin(root), faceWeightsPlugin(root), react(), tailwindcss()],
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
      rollupOptions: { treeshake, onLog },
    },
    worker: { format: 'es' },
  }) satisfies InlineConfig

export default defineConfig(({ command }) => {
  const page = createPageConfig(command)
  return {
    ...page,
    plugins: [
      ...page.plugins,
      chunksPlugin(() => ({ root, ...createPageConfig(command) })),
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
    server: {
      port: 5173,
      proxy: Object.fromEntries(toPlatform.map((path) => [path, { target: platformAddress }])),
    },
    test: {
      projects: testProjects,
      environment: 'node',
      // all cores: tests spend much time waiting for other processes
      maxWorkers: '100%',
      sequence,
      // A database, a model or a build may be slow on a busy machine. A hang is still detected.
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // the same for waits for a state
      setupFiles: 'tests/support/server/wait-limits.ts',
      expect: { poll: { timeout: 20_000 } },
    },
  }
})

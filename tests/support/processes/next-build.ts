import { relative } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../../../server/platform/root.ts'

/**
 * Builds the storefront again as another version: it has `data-build="next"` on the page's root, and different names
 * of all script files. Run as a separate process: `tsx tests/support/processes/next-build.ts FOLDER`.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Where to?')
await build({
  root: projectRoot,
  logLevel: 'error',
  build: { outDir: relative(projectRoot, folder), emptyOutDir: true },
  plugins: [
    {
      name: 'next',
      transform: (code, id) =>
        id.endsWith('/src/app/main.tsx')
          ? { code: `${code}\ndocument.documentElement.dataset.build = 'next'`, map: null }
          : undefined,
    },
  ],
})

import { relative } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../../server/platform/root.ts'

/**
 * Builds the storefront once more, as another version: it tells itself apart by `data-build="next"` on the page's root,
 * and all its files of code have other names. Run as a process of its own: `tsx tests/world/next-build.ts FOLDER`.
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

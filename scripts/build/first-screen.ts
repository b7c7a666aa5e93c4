import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { smallParts } from '../../vite.config.ts'
import { callsPlugin } from './calls.ts'
import { faceWeightsPlugin } from './face-weights.ts'
import { messagesPlugin } from './messages.ts'

const root = resolve(import.meta.dirname, '../..')

/** Builds the app once more, for the server, which makes the first screen of a page with it. */
await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [callsPlugin(root), messagesPlugin(root), faceWeightsPlugin(root), react()],
  resolve: { alias: smallParts },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/first-screen.tsx',
    outDir: 'dist/first-screen',
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
    // one file, which is read anew as a whole
    rolldownOptions: { output: { codeSplitting: false } },
  },
})

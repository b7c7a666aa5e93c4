import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { smallParts } from '../../vite.config.ts'
import { callsPlugin } from './calls.ts'
import { faceWeightsPlugin } from './face-weights.ts'
import { messagesPlugin } from './messages.ts'

const root = resolve(import.meta.dirname, '../..')

/** Builds the app for server rendering. */
await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [callsPlugin(root), messagesPlugin(root), faceWeightsPlugin(root), react()],
  resolve: { alias: smallParts },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/ssr.tsx',
    outDir: 'dist/ssr',
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
    // a single file, so that it can be reloaded as a whole
    rolldownOptions: { output: { codeSplitting: false } },
  },
})

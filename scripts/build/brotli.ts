import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressiblePattern = /\.(js|css|svg|json|txt|webmanifest|bin)$/
const minSizeInBytes = 512

/** Writes a `.br` next to every build file that it makes smaller, for servers that send precompressed files. */
export function brotliPlugin(): Plugin {
  let directory = ''
  return {
    name: 'brotli',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      directory = join(config.root, config.build.outDir)
    },
    closeBundle: {
      // after the service worker has been written
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
          const path = join(directory, name)
          if (!compressiblePattern.test(name) || statSync(path).size < minSizeInBytes) continue
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
        }
      },
    },
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import * as z from 'zod/mini'
import { sha256 } from '../../platform/ids.ts'
import { ObjectMissing } from '../../platform/objects/port.ts'
import type { Services } from '../../platform/services.ts'

/** Limits how long files of a former build stay available after it was replaced. */
const retentionInMs = 30 * 86_400_000

const maxConcurrentUploads = 8

const BuildRecord = z.object({ files: z.array(z.string()), servedOn: z.string() })
type BuildRecord = z.infer<typeof BuildRecord>

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

const toRecordKey = (build: string) => `builds/${build}`
const toAssetKey = (file: string) => `build-assets/${file}`

/**
 * Stores the hashed files of every build that was served within the last 30 days in the object storage. All servers of an
 * installation share them, and a new machine has those of its predecessor.
 */
export function createBuilds({ objects, clock }: Pick<Services, 'objects' | 'clock'>, webFolder: string) {
  const read = async (key: string): Promise<BuildRecord> =>
    BuildRecord.parse(JSON.parse(Buffer.from(await objects.get(key)).toString('utf8')))
  /** Returns undefined for a record that another process has removed. */
  const readIfStored = (key: string): Promise<BuildRecord | undefined> =>
    read(key).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return undefined
      throw error
    })
  const write = (build: string, record: BuildRecord) =>
    objects.put(toRecordKey(build), Buffer.from(JSON.stringify(record)), { contentType: 'application/json' })
  const storeFile = async (file: string) => {
    if (await objects.head(toAssetKey(file))) return
    const contentType = mediaTypes[extname(file)] ?? 'application/octet-stream'
    await objects.put(toAssetKey(file), readFileSync(join(webFolder, 'assets', file)), { contentType })
  }

  return {
    /** Stores the build of the folder if it is new, and updates its serving date. Idempotent. */
    async store(): Promise<void> {
      const files = listAssetFiles(join(webFolder, 'assets'))
      // The record is written before its files, so that a purge that lists a file finds its record.
      const build = sha256(files.join('\n')).slice(0, 32)
      await write(build, { files, servedOn: clock().toISOString() })
      const remainingFiles = files.values()
      const storeRemaining = async () => {
        for (const file of remainingFiles) await storeFile(file)
      }
      await Promise.all(Array.from({ length: maxConcurrentUploads }, storeRemaining))
    },

    /** Removes files that belong to no build of the last 30 days; returns how many. */
    async purgeExpired(): Promise<number> {
      // Listed before the records are read: a file that another process stores meanwhile may have a record that is newer.
      const storedKeys = await objects.list('build-assets')
      const oldestTimeInMs = clock().getTime() - retentionInMs
      const servedRecordKeys = new Set<string>()
      const neededKeys = new Set<string>()
      /** Reads the records that are new or were expired when they were read last. @returns keys of the expired ones */
      const readRecords = async (): Promise<string[]> => {
        const expiredKeys: string[] = []
        for (const key of await objects.list('builds')) {
          if (servedRecordKeys.has(key)) continue
          const record = await readIfStored(key)
          if (!record) continue
          if (Date.parse(record.servedOn) < oldestTimeInMs) expiredKeys.push(key)
          else {
            servedRecordKeys.add(key)
            for (const file of record.files) neededKeys.add(toAssetKey(file))
          }
        }
        return expiredKeys
      }
      const expiredKeys = await readRecords()
      let removedCount = 0
      for (const key of storedKeys) {
        if (neededKeys.has(key)) continue
        // Read again before each removal: another process may store a build with this file, or an expired one after a rollback.
        await readRecords()
        if (neededKeys.has(key)) continue
        await objects.remove(key)
        removedCount++
      }
      if (expiredKeys.length > 0) for (const key of await readRecords()) await objects.remove(key)
      return removedCount
    },

    /** Returns a hashed file of a former build; undefined when no build of the last 30 days had it. */
    async find(file: string): Promise<{ content: Uint8Array; contentType: string } | undefined> {
      if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(file) || file.includes('..')) return undefined
      try {
        const content = await objects.get(toAssetKey(file))
        return { content, contentType: mediaTypes[extname(file)] ?? 'application/octet-stream' }
      } catch (error) {
        if (error instanceof ObjectMissing) return undefined
        throw error
      }
    },
  }
}

/** Returns the names of the files, without precompressed variants. */
function listAssetFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.br'))
    .sort()
}

import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type ObjectInfo, ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'

const keyPattern = /^[a-z][a-z0-9-]*(\/[A-Za-z0-9_.-]+)+$/

/** Stores objects as files below one folder. The media type is in a sidecar file with the suffix `.type`. */
export function createFolderStore(root: string): ObjectStore {
  const toFilePath = (key: string) => {
    if (!keyPattern.test(key) || key.includes('..')) throw new Error(`Not an object key: ${key}`)
    return join(root, key)
  }
  const head = async (key: string): Promise<ObjectInfo | undefined> => {
    try {
      const path = toFilePath(key)
      const [file, contentType] = await Promise.all([stat(path), readFile(`${path}.type`, 'utf8')])
      return { sizeInBytes: file.size, contentType }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  return {
    async put(key, content, { contentType }) {
      const path = toFilePath(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.part`
      try {
        if (content instanceof Uint8Array) await writeFile(temporaryPath, content, { mode: 0o600 })
        else await pipeline(content, createWriteStream(temporaryPath, { mode: 0o600 }))
        await syncToDisk(temporaryPath)
        await writeFile(`${path}.type`, contentType, { mode: 0o600 })
        await rename(temporaryPath, path)
      } catch (error) {
        await rm(temporaryPath, { force: true })
        throw error
      }
      return { sizeInBytes: (await stat(path)).size, contentType }
    },
    async get(key, range) {
      const path = toFilePath(key)
      try {
        return await (range ? buffer(createReadStream(path, range)) : readFile(path))
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(key) : error
      }
    },
    async stream(key) {
      if (!(await head(key))) throw new ObjectMissing(key)
      return createReadStream(toFilePath(key))
    },
    head,
    async list(prefix) {
      const folder = join(root, prefix)
      try {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.type') && !entry.name.endsWith('.part'))
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    async remove(key) {
      const path = toFilePath(key)
      await Promise.all([rm(path, { force: true }), rm(`${path}.type`, { force: true })])
    },
    async removeUnfinished(folders, before) {
      let removedCount = 0
      for (const folder of folders)
        for await (const path of listFiles(join(root, folder))) {
          if (!path.endsWith('.part') || !(await isOlder(path, before))) continue
          await rm(path, { force: true })
          removedCount++
        }
      return removedCount
    },
  }
}

/** Yields the paths of all files below a folder, without reading large folders into memory. */
async function* listFiles(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* listFiles(path)
      else yield path
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Returns whether a file was last written before a time; false when it is gone. */
async function isOlder(path: string, time: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < time
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

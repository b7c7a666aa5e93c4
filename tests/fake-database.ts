import * as database from 'fake-indexeddb'
import { afterAll, beforeAll } from 'vitest'

/** Installs an empty fake IndexedDB for the tests of a file, and removes it afterwards. */
export function installFakeDatabase(): void {
  const { default: _, forceCloseDatabase: __, ...parts } = database
  beforeAll(() => void Object.assign(globalThis, parts))
  afterAll(async () => {
    await emptyFakeDatabase()
    for (const name of Object.keys(parts)) Reflect.deleteProperty(globalThis, name)
  })
}

/** Deletes what the tests have stored. Open connections close when their database is deleted. */
export async function emptyFakeDatabase(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) await deleteDatabase(name)
}

const deleteDatabase = (name: string) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })

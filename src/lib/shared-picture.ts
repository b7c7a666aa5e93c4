import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { ApiError } from './api-error.ts'

const cacheName = 'shared-picture'
const address = '/shared-picture'
const takenOnHeader = 'photofinish-shared-on'

/** Exceeds the photos of current phones; the page downscales the picture before use. */
const largestInBytes = 40 * 1024 * 1024

/** Limits the age: a shared picture is used at once or not at all. */
const keptForInMs = 60 * 60_000

const refusal = (code: ErrorCode, cause?: unknown) => new ApiError(code, errorStatus[code], { cause })

/**
 * Stores a picture that was shared with the app until a page takes it: one at a time, for an hour.
 *
 * @throws ApiError NotAnImage, FileEmpty, FileTooBig, MemoryLost
 */
export async function keepSharedPicture(picture: Blob): Promise<void> {
  if (!picture.type.startsWith('image/')) throw refusal('NotAnImage')
  if (picture.size === 0) throw refusal('FileEmpty')
  if (picture.size > largestInBytes) throw refusal('FileTooBig')
  const headers = { 'content-type': picture.type, [takenOnHeader]: String(Date.now()) }
  try {
    const cache = await caches.open(cacheName)
    await cache.put(address, new Response(picture, { headers }))
  } catch (cause) {
    throw refusal('MemoryLost', cause)
  }
}

/** Returns the shared picture without deleting it; undefined when there is none or it has expired. */
export async function seeSharedPicture(): Promise<Blob | undefined> {
  if (!('caches' in globalThis)) return undefined
  const kept = await caches.match(address, { cacheName })
  if (!kept) return undefined
  const age = Date.now() - Number(kept.headers.get(takenOnHeader))
  if (age < keptForInMs) return kept.blob()
  await dropSharedPicture()
  return undefined
}

/** Deletes the shared picture. */
export async function dropSharedPicture(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}

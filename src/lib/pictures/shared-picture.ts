import { type ErrorCode, errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../api-error.ts'

const cacheName = 'shared-picture'
const cacheKey = '/shared-picture'
const takenOnHeader = 'photofinish-shared-on'

/** Exceeds the photos of current phones; the page downscales the picture before use. */
const maxSizeInBytes = 40 * 1024 * 1024

/** Limits the age: a shared picture is used at once or not at all. */
const maxAgeInMs = 60 * 60_000

const createError = (code: ErrorCode, cause?: unknown) => new ApiError(code, errorStatus[code], { cause })

/**
 * Stores a picture that was shared with the app until a page takes it: one at a time, for an hour.
 *
 * @throws ApiError NotAnImage, FileEmpty, FileTooBig, MemoryLost
 */
export async function storeSharedPicture(picture: Blob): Promise<void> {
  if (!picture.type.startsWith('image/')) throw createError('NotAnImage')
  if (picture.size === 0) throw createError('FileEmpty')
  if (picture.size > maxSizeInBytes) throw createError('FileTooBig')
  const headers = { 'content-type': picture.type, [takenOnHeader]: String(Date.now()) }
  try {
    const cache = await caches.open(cacheName)
    await cache.put(cacheKey, new Response(picture, { headers }))
  } catch (cause) {
    throw createError('MemoryLost', cause)
  }
}

/** Returns the shared picture without deleting it; undefined when there is none or it has expired. */
export async function readSharedPicture(): Promise<Blob | undefined> {
  if (!('caches' in globalThis)) return undefined
  const cachedResponse = await caches.match(cacheKey, { cacheName })
  if (!cachedResponse) return undefined
  const ageInMs = Date.now() - Number(cachedResponse.headers.get(takenOnHeader))
  if (ageInMs < maxAgeInMs) return cachedResponse.blob()
  await deleteSharedPicture()
  return undefined
}

/** Deletes the shared picture. */
export async function deleteSharedPicture(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}

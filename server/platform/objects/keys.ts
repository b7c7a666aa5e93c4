import type { Context } from '../context.ts'
import { newId } from '../ids.ts'

const mediaFolder = 'media'

/** Lists the first parts of all keys. Unfinished uploads are looked for below them, since a bucket may be shared. */
export const objectFolders: readonly string[] = [
  mediaFolder,
  'originals',
  'archives',
  'framed',
  'bought',
  'frames',
  'brands',
  'builds',
  'build-assets',
  'models',
]

type TenantContext = Pick<Context, 'tenant'>

/**
 * Returns a new key for a public picture or clip. It is unguessable, and its URL at the tenant's host needs no further
 * permission.
 */
export function newMediaKey({ tenant }: TenantContext): string {
  return `${mediaFolder}/${tenant.name}/${newId()}`
}

/** Returns a new key for an original, which is served only through signed links. */
export function newOriginalKey({ tenant }: TenantContext): string {
  return `originals/${tenant.name}/${newId()}`
}

/** Returns the key of an installed model file by its SHA-256. The files belong to the whole installation. */
export function getModelKey(sha256: string): string {
  return `models/${sha256}`
}

/** Returns the path of a public object at its tenant's host. The random part of the key is the only secret. */
export function getMediaUrl(mediaKey: string): string {
  return `/${mediaFolder}/${mediaKey.slice(mediaKey.lastIndexOf('/') + 1)}`
}

/**
 * Returns the key of a public object by the last part of its path, or undefined for an invalid part. The tenant comes from the
 * host and not from the path: at another host, the same path is a key that does not exist.
 */
export function toMediaKey({ tenant }: TenantContext, name: string): string | undefined {
  return /^[A-Za-z0-9_-]{16,64}$/.test(name) ? `${mediaFolder}/${tenant.name}/${name}` : undefined
}

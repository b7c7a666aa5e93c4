import type { Context } from '../context.ts'
import { newId } from '../ids.ts'

const mediaFolder = 'media'

type OfTenant = Pick<Context, 'tenant'>

/** Key for a public picture or clip: at its tenant's host whoever knows it may see it, and nobody can guess it. */
export function newMediaKey({ tenant }: OfTenant): string {
  return `${mediaFolder}/${tenant.name}/${newId()}`
}

/** Key for an original; no address of the server leads there but a signed link. */
export function newOriginalKey({ tenant }: OfTenant): string {
  return `originals/${tenant.name}/${newId()}`
}

/** Path under which a public object is served at its tenant's host; the key's random part is the whole secret. */
export function mediaUrl(mediaKey: string): string {
  return `/${mediaFolder}/${mediaKey.slice(mediaKey.lastIndexOf('/') + 1)}`
}

/**
 * Key of a public object by the last part of its path; undefined for what is no such part. The tenant's name is not in
 * the path: at another host the same path is another key, which is not there.
 */
export function mediaKeyOf({ tenant }: OfTenant, name: string): string | undefined {
  return /^[A-Za-z0-9_-]{16,64}$/.test(name) ? `${mediaFolder}/${tenant.name}/${name}` : undefined
}

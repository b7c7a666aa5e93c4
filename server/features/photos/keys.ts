import { newId } from '../../platform/ids.ts'

const mediaFolder = 'media'

/** Key for a public picture or clip: whoever knows it may see it, and nobody can guess it. */
export function newMediaKey(): string {
  return `${mediaFolder}/${newId()}`
}

/** Key for an original; no address of the server leads there but a signed link. */
export function newOriginalKey(): string {
  return `originals/${newId()}`
}

/** Path under which a public object is served; the key's random part is the whole secret. */
export function mediaUrl(mediaKey: string): string {
  return `/${mediaKey}`
}

/** Key of a public object by the last part of its path; undefined for what is no such part. */
export function mediaKeyOf(name: string): string | undefined {
  return /^[A-Za-z0-9_-]{16,64}$/.test(name) ? `${mediaFolder}/${name}` : undefined
}

import { deleteSharedPicture, readSharedPicture } from '../../lib/pictures/shared-picture.ts'

/** Query parameter of a page that uses the shared picture. */
const sharedParam = 'shared'

/** Returns the URL of a page that starts with the shared picture. */
export const withSharedPicture = (path: string) => `${path}?${sharedParam}`

/**
 * Returns and deletes the shared picture, on the page it was shared for. Returns undefined on other pages, and when
 * there is none or it has expired.
 */
export async function takeSharedPicture(): Promise<Blob | undefined> {
  if (!new URLSearchParams(location.search).has(sharedParam)) return undefined
  const picture = await readSharedPicture().catch(() => undefined)
  await deleteSharedPicture().catch(() => {})
  return picture
}

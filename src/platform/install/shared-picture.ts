import { dropSharedPicture, seeSharedPicture } from '../../lib/shared-picture.ts'

/** The mark in the address of a page that is to use the shared picture. */
const mark = 'shared'

/** The address of a page that is to begin with the picture that was shared. */
export const withSharedPicture = (path: string) => `${path}?${mark}`

/**
 * Gives the picture that was shared with the app to the page that it was shared for, once. undefined on other pages,
 * and when there is none (any more).
 */
export async function takeSharedPicture(): Promise<Blob | undefined> {
  if (!new URLSearchParams(location.search).has(mark)) return undefined
  const picture = await seeSharedPicture().catch(() => undefined)
  await dropSharedPicture().catch(() => {})
  return picture
}

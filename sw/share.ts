import { registerRoute } from 'workbox-routing'
import { ApiError } from '../src/lib/api-error.ts'
import { storeSharedPicture } from '../src/lib/pictures/shared-picture.ts'

/** Stores the shared picture. Returns the URL to redirect to, with the error code in its query when nothing was stored. */
async function storeRequestPicture(request: Request): Promise<string> {
  try {
    const form = await request.formData()
    const picture = form.getAll('photo').find((each) => each instanceof File)
    if (!picture) return '/share?refused=FileMissing'
    await storeSharedPicture(picture)
    return '/share'
  } catch (error) {
    return `/share?refused=${error instanceof ApiError ? error.code : 'Unexpected'}`
  }
}

/** Accepts pictures that are shared with the installed app. They stay on the device. */
export function registerShareTarget(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share',
    async ({ request }) => Response.redirect(await storeRequestPicture(request), 303),
    'POST',
  )
}

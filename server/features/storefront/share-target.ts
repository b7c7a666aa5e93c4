import type { FastifyInstance } from 'fastify'

/** Limits the size of a form. The service worker accepts pictures of up to 40 MB; the form adds a little. */
const maxFormSizeInBytes = 41 * 1024 * 1024

/**
 * Serves `POST /share`, to which phones send a picture shared with the installed app. Normally the service worker handles it on
 * the device. Without one, the picture is discarded and the page asks for it again.
 */
export function serveShareTarget(app: FastifyInstance): void {
  app.post('/share', { schema: { hide: true } }, async (request, reply) => {
    let received = 0
    // A response before the end of the form would look like a broken connection to the browser.
    for await (const chunk of request.raw) {
      received += (chunk as Uint8Array).byteLength
      if (received > maxFormSizeInBytes) break
    }
    return reply.code(303).header('cache-control', 'no-store').redirect('/?share=missed', 303)
  })
}

import type { FastifyInstance } from 'fastify'

/** The service worker takes pictures of up to 40 MB; a form around one is a little more. */
const largestFormInBytes = 41 * 1024 * 1024

/**
 * `POST /share`, where phones send a picture that was shared with the installed app. The service worker answers it on
 * the device; only without one does it come here. Nothing is kept: the page asks for the picture once more.
 */
export function answerShares(app: FastifyInstance): void {
  app.post('/share', { schema: { hide: true } }, async (request, reply) => {
    let received = 0
    // an answer before the end of the form would look to the browser like a broken connection
    for await (const chunk of request.raw) {
      received += (chunk as Uint8Array).byteLength
      if (received > largestFormInBytes) break
    }
    return reply.code(303).header('cache-control', 'no-store').redirect('/?share=missed', 303)
  })
}

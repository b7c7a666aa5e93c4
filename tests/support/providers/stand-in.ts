import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Answer {
  status: number
  body: unknown
}

export interface StandIn {
  readonly url: string
  /** Processes the next `count` requests but drops their answers. */
  loseAnswers(count: number): void
  /** Answers the next POST with this and does nothing else. */
  answerNextPost(answer: Answer): void
  close(): Promise<void>
}

/** Starts a fake third-party service over real HTTP. */
export async function openStandIn(answer: (asked: Asked) => Answer): Promise<StandIn> {
  let lost = 0
  let nextPost: Answer | undefined
  const server = createServer((request, response) => {
    void reply(request, response)
  })
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method = 'GET', url: path = '/', headers } = request
    const prepared = method === 'POST' ? nextPost : undefined
    if (prepared) nextPost = undefined
    const asked = { method, path, headers, body: Buffer.concat(pieces).toString() }
    const { status, body } = prepared ?? answer(asked)
    if (lost > 0) {
      lost -= 1
      request.socket.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in does not listen')
  return {
    url: `http://127.0.0.1:${address.port}`,
    loseAnswers: (count) => {
      lost = count
    },
    answerNextPost: (next) => {
      nextPost = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface ServiceResponse {
  status: number
  body: unknown
}

export interface FakeService {
  readonly url: string
  /** Processes the next `count` requests, of a method or of any, but drops their answers. */
  loseAnswers(count: number, method?: 'POST'): void
  /** Answers the next POST with this and does nothing else. */
  answerNextPost(answer: ServiceResponse): void
  /** Runs work when the next POST arrives, before it is processed. */
  runBeforeNextPost(work: () => Promise<void>): void
  close(): Promise<void>
}

/** Starts a fake third-party service over real HTTP. */
export async function openFakeService(
  answer: (received: ServiceRequest) => ServiceResponse,
): Promise<FakeService> {
  let answersToLose = 0
  let methodToLose: string | undefined
  let nextPost: ServiceResponse | undefined
  let workBeforePost: (() => Promise<void>) | undefined
  const server = createServer((request, response) => {
    void handleRequest(request, response)
  })
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method = 'GET', url: path = '/', headers } = request
    if (method === 'POST' && workBeforePost) {
      const work = workBeforePost
      workBeforePost = undefined
      await work()
    }
    const preparedAnswer = method === 'POST' ? nextPost : undefined
    if (preparedAnswer) nextPost = undefined
    const received = { method, path, headers, body: Buffer.concat(pieces).toString() }
    const { status, body } = preparedAnswer ?? answer(received)
    if (answersToLose > 0 && (methodToLose ?? method) === method) {
      answersToLose -= 1
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
    loseAnswers: (count, method) => {
      answersToLose = count
      methodToLose = method
    },
    answerNextPost: (next) => {
      nextPost = next
    },
    runBeforeNextPost: (work) => {
      workBeforePost = work
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

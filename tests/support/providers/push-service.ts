import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PushMessage } from '../../../contract/push.ts'
import type { PushGateway } from '../../../server/features/push/ports.ts'

const origin = 'https://push.test'

/** A message that a push service received. */
export interface ReceivedMessage {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** Starts a fake push service on a real socket, and an agent that connects to `push.test` addresses only. */
export async function openPushService() {
  const received: ReceivedMessage[] = []
  let status = 201
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { authorization, ttl, ...others } = request.headers
      const headers = { authorization, ttl: String(ttl), encoding: others['content-encoding'] }
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(parts) })
      // An idle connection that is closed here while it is used again would be a failed message, which is retried seconds later.
      response.writeHead(status, { connection: 'close' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const gateway: PushGateway = {
    isPushService: (endpoint) => endpoint.startsWith(`${origin}/`),
    post: async ({ endpoint, headers, body }) => {
      const { pathname } = new URL(endpoint)
      const to = `http://127.0.0.1:${port}${pathname}`
      return (await fetch(to, { method: 'POST', headers, body: new Uint8Array(body) })).status
    },
  }
  return {
    origin,
    gateway,
    received,
    setStatus: (next: number) => {
      status = next
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A subscribed browser: its endpoint, its keys, and decryption. */
export function createSubscribedBrowser(name: string) {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    path: `/send/${name}`,
    subscription: {
      endpoint: `${origin}/send/${name}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts a message by RFC 8291 and RFC 8188. @throws when it was encrypted for another browser */
    decrypt: ({ body }: ReceivedMessage): PushMessage => {
      const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
      const serverKey = body.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const shared = Buffer.from(hkdfSync('sha256', curve.computeSecret(serverKey), auth, info, 32))
      const derive = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${label}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([decipher.update(body.subarray(21 + keyLength, -16)), decipher.final()])
      return PushMessage.parse(JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()))
    },
  }
}

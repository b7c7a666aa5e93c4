import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from './exchange.ts'
import { isProfileName, profileNames, profiles } from './profiles.ts'
import type { FaultProxy } from './proxy.ts'

/** Controls a running proxy over HTTP. */
export interface Control {
  readonly url: string
  close(): Promise<void>
}

const maxShownExchanges = 100

/**
 * Listens next to the proxy. `GET /__faults` returns the rules and the last exchanges, `POST /__faults?profile=NAME` activates
 * a profile.
 */
export async function openControl(proxy: FaultProxy, port = 0): Promise<Control> {
  const server = createServer((request, response) => handleRequest(proxy, request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/__faults`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function handleRequest(proxy: FaultProxy, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const respond = (status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(`${JSON.stringify(body, null, 2)}\n`)
  if (pathname !== '/__faults') return void respond(404, { error: 'only /__faults is here' })
  if (request.method === 'POST') {
    const name = searchParams.get('profile') ?? ''
    if (!isProfileName(name))
      return void respond(400, { error: `no profile ${name}`, profiles: profileNames })
    proxy.set(profiles[name].rules)
  }
  return void respond(200, {
    rules: proxy.rules.map((rule) => ({ ...rule, path: rule.path?.source })),
    exchanges: proxy.log.slice(-maxShownExchanges).map(formatExchange),
  })
}

/** Formats an exchange as one line. */
export function formatExchange({
  method,
  path,
  status,
  serverStatus,
  passed,
  faults,
  outcome,
}: Exchange): string {
  const statusText =
    serverStatus === status ? `${status ?? '–'}` : `${status ?? '–'} (server ${serverStatus ?? '–'})`
  const faultText = faults.length > 0 ? `  [${faults.join(', ')}]` : ''
  return `${method} ${path}  ${statusText}  up ${passed.request}, down ${passed.response}  ${outcome ?? 'under way'}${faultText}`
}

import type { AddressInfo } from 'node:net'
import { createFaultProxy, type FaultProxy } from '../../../scripts/faults/proxy.ts'
import { configureApi } from '../../../src/lib/api.ts'
import type { SearchServer } from './search-server.ts'

/** Fault proxy between the client and a server that listens on a socket. */
export interface UploadProxy extends Pick<FaultProxy, 'set' | 'clear' | 'waitForExchange' | 'log'> {
  /** Bytes of bodies sent in pieces since `reset`. */
  countSentBytes(): number
  /** Number of started and of interrupted pieces since `reset`. */
  countPieces(): { started: number; interrupted: number }
  /** Resets counters and faults. */
  reset(): void
  close(): Promise<void>
}

export async function openUploadProxy(testServer: SearchServer, seed = 1): Promise<UploadProxy> {
  await testServer.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = testServer.app.server.address() as AddressInfo
  // A client may retry on its own after a failure on a reused connection; retries are counted here.
  const proxy = await createFaultProxy({ target: `http://127.0.0.1:${port}`, keepAlive: false, seed })
  configureApi({ base: `http://127.0.0.1:${proxy.port}` })
  let start = 0
  const listPatches = () => proxy.log.slice(start).filter(({ method }) => method === 'PATCH')
  return {
    set: (rules) => proxy.set(rules),
    clear: () => proxy.clear(),
    waitForExchange: (matches) => proxy.waitForExchange(matches),
    log: proxy.log,
    countSentBytes: () => listPatches().reduce((sum, { passed }) => sum + passed.request, 0),
    countPieces: () => ({
      started: listPatches().length,
      interrupted: listPatches().filter(({ outcome }) => outcome !== 'answered').length,
    }),
    reset: () => {
      proxy.clear()
      start = proxy.log.length
    },
    close: () => proxy.close(),
  }
}

declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** A small S3 server for tests. The package has no types. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    /** Listens. @returns the address, with the chosen port for port 0 */
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}

/** A sealed message on its way to a push service (RFC 8030). */
export interface PushRequest {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The way to the push services of the browser makers. */
export interface PushGateway {
  /** Whether an address is that of a push service; nobody else is ever sent anything. */
  isPushService(endpoint: string): boolean
  /**
   * @returns the status that the service answered
   * @throws when none came
   */
  post(request: PushRequest): Promise<number>
}

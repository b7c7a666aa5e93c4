/** An encrypted message for a push service (RFC 8030). */
export interface PushRequest {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Sends messages to the push services of browser vendors. */
export interface PushGateway {
  /** Returns whether an address belongs to a push service; messages are sent to no other address. */
  isPushService(endpoint: string): boolean
  /**
   * @returns the status of the service's response
   * @throws when there was no response
   */
  post(request: PushRequest): Promise<number>
}

/** The used subset of autocannon. */
declare module 'autocannon' {
  interface Result {
    /** Requests per second. */
    requests: { average: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number }
    errors: number
    non2xx: number
    '2xx': number
    '3xx': number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
  }): Promise<Result>
}

/** The part of autocannon that the bench uses. */
declare module 'autocannon' {
  interface Result {
    /** Answers a second. */
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

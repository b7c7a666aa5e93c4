import type { Rule } from './rules.ts'

interface Profile {
  /** Describes the network for people. */
  readonly description: string
  readonly rules: readonly Rule[]
}

const callPattern = /^\/public\//

const toBytesPerSecond = (kilobitsPerSecond: number) => (kilobitsPerSecond * 1000) / 8

/** Lists the network profiles by name. */
export const profiles = {
  fast: { description: 'changes nothing', rules: [] },
  slow: {
    description: '400 kbit/s, round trip 400 ms',
    rules: [
      { fault: { type: 'bandwidth', bytesPerSecond: toBytesPerSecond(400) } },
      { fault: { type: 'latency', roundTripInMs: 400 } },
    ],
  },
  lossy: {
    description: '1 Mbit/s, round trip 100 to 300 ms, 3 % of packets come by repetition',
    rules: [
      { fault: { type: 'bandwidth', bytesPerSecond: toBytesPerSecond(1000) } },
      { fault: { type: 'latency', roundTripInMs: [100, 300] } },
      { fault: { type: 'loss', share: 0.03, repeatedAfterInMs: 400 } },
    ],
  },
  cuts: {
    description: '64 kbit/s, every connection ends every 20 seconds',
    rules: [
      { fault: { type: 'bandwidth', bytesPerSecond: toBytesPerSecond(64) } },
      { fault: { type: 'handover', everyInMs: 20_000 } },
    ],
  },
  'lie-fi': {
    description: 'connected, and not a byte moves',
    rules: [{ fault: { type: 'stall', way: 'request' } }, { fault: { type: 'stall', way: 'response' } }],
  },
  offline: { description: 'every connection ends before a byte', rules: [{ fault: { type: 'refuse' } }] },
  portal: {
    description: 'the sign-in page of a Wi-Fi, 200',
    rules: [{ fault: { type: 'portal', status: 200 } }],
  },
  'portal-302': { description: 'the same, by redirect', rules: [{ fault: { type: 'portal', status: 302 } }] },
  'portal-511': { description: 'the same, 511', rules: [{ fault: { type: 'portal', status: 511 } }] },
  'page-502': {
    description: "a proxy's page for every call",
    rules: [{ fault: { type: 'page', status: 502 }, path: callPattern }],
  },
  'error-500': {
    description: 'every call fails in the form of the server',
    rules: [{ fault: { type: 'answer', status: 500, code: 'Unexpected' }, path: callPattern }],
  },
  expired: {
    description: 'every call answers that the token has expired',
    rules: [{ fault: { type: 'answer', status: 401, code: 'TokenExpired' }, path: callPattern }],
  },
  lost: {
    description: 'what is sent is done, and the answer gets lost',
    rules: ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ fault: { type: 'drop-reply' }, method })),
  },
  flaky: {
    description: 'of four calls one fails, one loses its answer',
    rules: [
      { fault: { type: 'page', status: 502 }, path: callPattern, share: 0.25 },
      { fault: { type: 'drop-reply' }, path: callPattern, share: 0.33 },
    ],
  },
} satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as ProfileName[]

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}

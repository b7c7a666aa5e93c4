export type Pose = 0 | 1 | 2 | 3
/** Shirt, shorts, shoes, cap. */
export type Kit = readonly [string, string, string, string]

export interface Runner {
  x: number
  y: number
  scale: number
  pose: Pose
  head: 0 | 1 | 2
  number: string
  kit: Kit
  skin: string
}

export const POSES: Record<Pose, { lean: number; bib: string; head: string }> = {
  0: { lean: 9, bib: '3.6 -13.9', head: '8.3 -38.6' },
  1: { lean: 7, bib: '3.1 -13.9', head: '7 -38.8' },
  2: { lean: 11, bib: '4.1 -13.8', head: '9.7 -38.3' },
  3: { lean: 6, bib: '2.9 -14', head: '6.3 -39' },
}

const WHITE: Kit = ['#f4f5f2', '#15181d', '#ff5a36', '#f4f5f2']
const BLUE: Kit = ['#1f57c3', '#0f1d3d', '#d9f25a', '#1f57c3']
const YELLOW: Kit = ['#f2b705', '#20242b', '#ffffff', '#20242b']
const GREEN: Kit = ['#0f7a5a', '#0d1b17', '#ff8a3c', '#ffffff']
const PINK: Kit = ['#d9356b', '#241b2e', '#6ff0e0', '#ffffff']
const BLACK: Kit = ['#22262d', '#22262d', '#f6f6f2', '#e8482a']
const SKY: Kit = ['#7fd0ea', '#123047', '#ff4f6d', '#123047']

const leader = { pose: 0, head: 1, number: '2047', kit: WHITE, skin: '#e0a47e' } as const

export const NARROW_RUNNERS: Runner[] = [
  { x: 62, y: 109.5, scale: 1.5, pose: 1, head: 2, number: '318', kit: BLUE, skin: '#8d5a3c' },
  { x: 196, y: 103.9, scale: 1.62, ...leader },
  { x: 330, y: 111.4, scale: 1.46, pose: 2, head: 0, number: '77', kit: YELLOW, skin: '#f0bd98' },
]

export const WIDE_RUNNERS: Runner[] = [
  { x: -330, y: 131.7, scale: 2.05, pose: 2, head: 2, number: '51', kit: SKY, skin: '#c98a62' },
  { x: -120, y: 131.7, scale: 2.05, pose: 3, head: 0, number: '412', kit: YELLOW, skin: '#f0bd98' },
  { x: 90, y: 131.7, scale: 2.05, pose: 1, head: 0, number: '640', kit: BLACK, skin: '#c98a62' },
  { x: 300, y: 131.7, scale: 2.05, pose: 3, head: 2, number: '318', kit: BLUE, skin: '#8d5a3c' },
  { x: 500, y: 129.3, scale: 2.1, pose: 2, head: 0, number: '904', kit: GREEN, skin: '#f0bd98' },
  { x: 740, y: 122.3, scale: 2.25, ...leader },
  { x: 985, y: 131.7, scale: 2.05, pose: 1, head: 2, number: '233', kit: SKY, skin: '#b97850' },
  { x: 1215, y: 131.7, scale: 2.05, pose: 2, head: 1, number: '655', kit: PINK, skin: '#f0bd98' },
  { x: 1440, y: 131.7, scale: 2.05, pose: 0, head: 0, number: '18', kit: BLACK, skin: '#8d5a3c' },
  { x: 1650, y: 131.7, scale: 2.05, pose: 1, head: 1, number: '77', kit: GREEN, skin: '#e0a47e' },
]

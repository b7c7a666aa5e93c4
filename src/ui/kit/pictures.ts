import sprite from '../finish-strip/runners.svg?raw'
import { type Kit, POSES, type Pose } from '../finish-strip/runners.ts'

const KITS: Kit[] = [
  ['#e8482a', '#191b20', '#f4f4f4', '#f4f4f4'],
  ['#1f57c3', '#0f1d3d', '#d9f25a', '#1f57c3'],
  ['#f2b705', '#20242b', '#ffffff', '#20242b'],
  ['#7fd0ea', '#123047', '#ff4f6d', '#123047'],
]
const SKINS = ['#e0a47e', '#8d5a3c', '#f0bd98', '#b97850']
const SKIES = ['#8fc9ee', '#f7b267', '#b7c4cc', '#a9d3ef', '#cfe3c2']
const ASPECT_RATIOS = [1.5, 0.8, 1.5, 0.67, 1.33, 1, 0.8, 1.5, 2.2]

function pickCyclic<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('empty list')
  return item
}

export function getAspectRatio(index: number): number {
  return pickCyclic(ASPECT_RATIOS, (index * 7) ^ (index >> 3))
}

/** Returns a drawing of a runner as a sample photo, as a `data:` URL. */
export function createPicture(index: number, aspectRatio = getAspectRatio(index)): string {
  const pose = (index % 4) as Pose
  const [top, shorts, shoe, cap] = pickCyclic(KITS, index)
  const skin = pickCyclic(SKINS, index)
  const colors: Record<string, string> = {
    t: top,
    b: shorts,
    h: shoe,
    c: cap,
    s: skin,
    td: top,
    bd: shorts,
    hd: shoe,
  }
  const coloredSprite = sprite
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    .replace(/var\(--(\w+)\)/g, (_, name: string) => colors[name] ?? skin)
  const width = 120 * aspectRatio
  const poseOffsets = POSES[pose]
  const figure = `<use href="#pf-body${pose}"/><use href="#pf-head${index % 3}" transform="translate(${poseOffsets.head})"/><use href="#pf-arm${pose}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 120" width="${width * 6}" height="720">${coloredSprite}<path fill="${pickCyclic(SKIES, index)}" d="M0 0h${width}v76H0z"/><path fill="#767d82" d="M0 76h${width}v44H0z"/><path d="M0 92h${width}M0 108h${width}" stroke="#eef0ee" stroke-width="2"/><g transform="translate(${width / 2} 66)">${figure}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

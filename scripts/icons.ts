/**
 * Draws the icons of the installed app from the outlines of our logo into `public/`. Run manually when the logo changes: `npx
 * tsx scripts/icons.ts`. Icons of a tenant are next to its file (`tenants/NAME/`) and are not created here.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { ICONS, type IconName } from '../src/ui/icons.ts'

const INK = '#0c0f12'
const ACCENT = '#ff5c38'

// "P" and "F" of the display font at 200 px, baseline at zero, with the finish line between them.
const LETTER_P =
  'M9 0q-2 0-2-3v-125q0-3 2-3h30q21 0 31 11q10 11 10 33q0 22-10 33q-11 11-30 11h-4v40q0 3-2 3zM36-69h3q6 0 9-4q2-5 2-14q0-9-2-13q-3-5-8-5h-4z'
const LETTER_F =
  'M9 0q-2 0-2-3v-125q0-3 2-3h62q2 0 2 3v21q0 2-2 2h-35v28h30q2 0 2 3v20q0 3-2 3h-30v48q0 3-2 3z'
const MARK = { left: 7, right: 190, top: -176, bottom: 32 }

/** Draws the logo in the center of a square, with `share` of its height. */
function drawLogo({ share, radius }: { share: number; radius: number }): string {
  const side = 512
  const scale = (side * share) / (MARK.bottom - MARK.top)
  const x = side / 2 - ((MARK.left + MARK.right) / 2) * scale
  const y = side / 2 - ((MARK.top + MARK.bottom) / 2) * scale
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">`,
    `<rect width="${side}" height="${side}" rx="${radius}" fill="${INK}"/>`,
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})" fill="#fff">`,
    `<path d="${LETTER_P}"/><path d="M89-176h24v208H89z" fill="${ACCENT}"/>`,
    `<path transform="translate(116)" d="${LETTER_F}"/></g></svg>`,
  ].join('')
}

const roundedLogo = drawLogo({ share: 0.66, radius: 110 })
const squareLogo = drawLogo({ share: 0.6, radius: 0 })
/** Fits into the central circle of 80 % to which launchers may crop a maskable icon. */
const maskableLogo = drawLogo({ share: 0.54, radius: 0 })

const PICTURES = [
  { name: 'icon-192.png', svg: roundedLogo, size: 192 },
  { name: 'icon-512.png', svg: roundedLogo, size: 512 },
  { name: 'icon-maskable-192.png', svg: maskableLogo, size: 192 },
  { name: 'icon-maskable-512.png', svg: maskableLogo, size: 512 },
  { name: 'apple-touch-icon.png', svg: squareLogo, size: 180 },
]

/** Draws a shortcut of the app icon's context menu: one of our icons on the same background. */
const drawShortcut = (name: IconName) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="${INK}"/>` +
  `<path transform="translate(12 12)" d="${ICONS[name]}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="square"/></svg>`

const SHORTCUTS = [
  { name: 'shortcut-find.png', svg: drawShortcut('face'), size: 96 },
  { name: 'shortcut-cart.png', svg: drawShortcut('bag'), size: 96 },
  { name: 'shortcut-order.png', svg: drawShortcut('receipt'), size: 96 },
]

const getPublicPath = (name: string) => fileURLToPath(new URL(`../public/${name}`, import.meta.url))

await writeFile(getPublicPath('favicon.svg'), `${roundedLogo}\n`)
for (const { name, svg, size } of [...PICTURES, ...SHORTCUTS]) {
  const isOpaque = svg === squareLogo || svg === maskableLogo
  const picture = sharp(Buffer.from(svg), { density: 144 }).resize(size, size)
  await (isOpaque ? picture.flatten({ background: INK }) : picture)
    .png({ compressionLevel: 9 })
    .toFile(getPublicPath(name))
}

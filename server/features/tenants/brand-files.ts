import type { Language } from '../../../contract/common.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { ThemeImage } from '../../../contract/themes.ts'
import type { Brand, Tenant } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { type PictureSize, readPictureSize } from './picture-size.ts'

const maxPictureSizeInBytes = 500_000
const maxPdfSizeInBytes = 3_000_000

const mediaTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
}

const getExtension = (name: string) => /\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''

/** Returns the media type of a brand's file by its name; undefined for unsupported files. */
export const toMediaType = (name: string): string | undefined => mediaTypes[getExtension(name)]

/** Scripts and external resources are not allowed in a picture. */
const dangerousSvg =
  /<script|<foreignobject|<!entity|<iframe|javascript:|\son[a-z]+\s*=|(?:href|src)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\//i

/**
 * Returns what is wrong with a brand's file: too large, of another type than its name, or an SVG with a script; undefined when
 * valid.
 */
export function findFileProblem(name: string, bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes)
  const extension = getExtension(name)
  const maxSizeInBytes = extension === 'pdf' ? maxPdfSizeInBytes : maxPictureSizeInBytes
  if (buffer.length > maxSizeInBytes)
    return `${name} has ${buffer.length} bytes; at most ${maxSizeInBytes} are taken`
  if (extension === 'pdf') return buffer.toString('latin1', 0, 4) === '%PDF' ? undefined : `${name} is no PDF`
  if (extension === 'woff2')
    return buffer.toString('latin1', 0, 4) === 'wOF2' ? undefined : `${name} is no WOFF2 font`
  if (!readPictureSize(bytes)) return `${name} is no picture, or does not say its size`
  if (extension === 'svg' && dangerousSvg.test(buffer.toString('utf8')))
    return `${name} holds a script or loads something from elsewhere`
  return undefined
}

/** Returns the size in pixels of a validated file. */
export function getPictureSize(files: Brand['files'], name: string): PictureSize {
  const bytes = files.get(name)
  return (bytes && readPictureSize(bytes)) ?? { width: 1, height: 1 }
}

const hashLength = 12
const computeShortHash = (content: Uint8Array | string) => sha256(content).slice(0, hashLength)

/** Returns the address of a file, which contains a content hash and is therefore immutable. */
export function buildFileUrl({ files }: Pick<Brand, 'files'>, name: string): string {
  return `/tenant/${computeShortHash(files.get(name) ?? '')}/${name}`
}

/** Contains two dots, so that it cannot collide with a brand's file. */
export const logoName = 'logo.both.svg'

/** Returns the address of the logo that adapts to both schemes. */
export function buildLogoUrl({
  files,
  logo = '',
  logoDark,
}: Pick<Brand, 'files' | 'logo' | 'logoDark'>): string {
  const parts = [files.get(logo), logoDark && files.get(logoDark)]
  return `/tenant/${computeShortHash(parts.map((part) => sha256(part ?? '')).join())}/${logoName}`
}

/** Icons of the installed app, with the same address on every host, and their sides in pixels. */
export const iconSidesInPixels: Readonly<Record<string, number>> = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-192.png': 192,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
}

/** Returns what is wrong with a custom icon; undefined when valid. */
export function findIconProblem(name: string, bytes: Uint8Array): string | undefined {
  const side = iconSidesInPixels[name]
  const size = readPictureSize(bytes)
  return size?.width === side && size?.height === side
    ? undefined
    : `${name} should be a PNG of ${side} × ${side} pixels`
}

/** Returns the pictures of a tenant's theme in the order of its file, the logo last, with alternative texts in a language. */
export function toThemeImages({ brand, settings }: Tenant, language: Language): ThemeImage[] {
  const images = brand.images.map(({ file, place, alt, width, height }, index) => ({
    id: `${place}-${index + 1}`,
    ...{ place, width, height },
    url: buildFileUrl(brand, file),
    alt: alt[language] ?? alt[settings.lang] ?? '',
  }))
  if (!brand.logo || images.some(({ place }) => place === 'logo')) return images
  const { width, height } = getPictureSize(brand.files, brand.logo)
  return [
    ...images,
    {
      id: 'logo',
      place: 'logo',
      url: buildLogoUrl(brand),
      width: Math.round(width),
      height: Math.round(height),
      alt: getTenantNames(settings, language).tenantName,
    },
  ]
}

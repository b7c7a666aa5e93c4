import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import type { Tenant } from '../../platform/context.ts'

/** Icons of the installed app: the same address on every host, and the side in pixels that each must have. */
const icons: Readonly<Record<string, number>> = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-192.png': 192,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
}

const favicon = 'favicon.svg'

/**
 * The folder of a tenant's own icons, beside its file and of the same name.
 *
 * @returns undefined when there is none: the product's icons stand in
 * @throws ConfigError naming an icon that is missing, is no PNG, or has another size than its name says
 */
export function readPictures(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  for (const [name, side] of Object.entries(icons)) {
    const file = join(folder, name)
    const size = existsSync(file) ? sizeOfPng(file) : undefined
    if (size?.width !== side || size.height !== side)
      throw new ConfigError(`${file} should be a PNG of ${side} × ${side} pixels`)
  }
  if (!existsSync(join(folder, favicon))) throw new ConfigError(`${join(folder, favicon)} is missing`)
  return folder
}

/** The file that a tenant shows at one of the addresses of icons instead of the product's. */
export function ownPicture(tenant: Tenant, name: string): { name: string; folder: string } | undefined {
  return tenant.pictures !== undefined && isPicture(name) ? { name, folder: tenant.pictures } : undefined
}

/** Whether a name is one of those that differ from host to host. */
export const isPicture = (name: string) => name in icons || name === favicon

/** Width and height stand at fixed places of a PNG's first chunk (ISO/IEC 15948, 11.2.2). */
function sizeOfPng(file: string): { width: number; height: number } | undefined {
  const head = Buffer.alloc(24)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head, 0, head.length, 0)
  } finally {
    closeSync(handle)
  }
  if (head.toString('latin1', 1, 4) !== 'PNG') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

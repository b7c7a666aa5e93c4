import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const Entry = z.object({
  file: z.optional(z.string()),
  point: z.optional(z.nullable(z.string())),
  takenOn: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
})

/** By name: `{"IMG_1.jpg": {…}}`. Or as a list, bare or under `photos`, whose entries name their file. */
const ManifestFile = z.union([
  z.array(Entry),
  z.object({ photos: z.array(Entry) }),
  z.record(z.string(), Entry),
])

/** What the organizer knows of a photo better than the file itself. */
export interface ManifestEntry {
  readonly point: string | undefined
  readonly takenOn: Date | undefined
}

/** Looks up a file by its name from the folder on, or by its last part. */
export type Manifest = (name: string) => ManifestEntry | undefined

/** A manifest that cannot be used; the message says why. */
export class ManifestInvalid extends Error {
  override readonly name = 'ManifestInvalid'
}

/**
 * Reads a manifest: which file was taken where and when.
 *
 * @throws ManifestInvalid when it is not JSON, or not of a form that we know
 */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ManifestInvalid(`${path} cannot be read`, { cause: error })
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new ManifestInvalid(`${path} is not JSON`, { cause: error })
  }
  const parsed = z.safeParse(ManifestFile, json)
  if (!parsed.success) {
    throw new ManifestInvalid(
      `${path} should map file names to {"point": "…", "takenOn": "2026-09-12T17:30:15+03:00"}`,
    )
  }
  return manifestOf(namedEntries(parsed.data))
}

function namedEntries(file: z.infer<typeof ManifestFile>): [string, z.infer<typeof Entry>][] {
  if (!Array.isArray(file) && !('photos' in file && Array.isArray(file.photos))) return Object.entries(file)
  const list = Array.isArray(file) ? file : (file.photos as z.infer<typeof Entry>[])
  return list.flatMap((entry) => (entry.file === undefined ? [] : [[entry.file, entry] as const]))
}

function manifestOf(entries: [string, z.infer<typeof Entry>][]): Manifest {
  const byName = new Map<string, ManifestEntry>()
  for (const [name, entry] of entries) {
    const known = {
      point: entry.point ?? undefined,
      takenOn: entry.takenOn ? new Date(entry.takenOn) : undefined,
    }
    byName.set(lastPart(name), known)
    byName.set(name, known)
  }
  return (name) => byName.get(name) ?? byName.get(lastPart(name))
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1)

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Point } from '../../server/adapters/vision/faces/landmarks.ts'

/** A race photo with the start numbers that a person can read whole in it. */
export interface RacePhoto {
  readonly path: string
  readonly bibs: readonly string[]
  /** A point in the face of the wearer of a bib, in pixels of the photo; only where it was labelled. */
  readonly faceByBib: ReadonlyMap<string, Point>
}

function readRows(file: string): string[][] {
  const rows: string[][] = parse(readFileSync(file), {
    trim: true,
    bom: true,
    from_line: 2,
    relax_column_count: true,
  })
  return rows
}

/**
 * Reads the labels of a folder of race photos: `bibs.csv` with a header and the columns file and bibs, which are divided by
 * spaces.
 *
 * @param facesFile a CSV with a header and the columns file, bib, x and y: a point in the wearer's face. Without it, no wearers
 *   are known
 * @throws when the folder has no `bibs.csv`
 */
export function readRacePhotos(folder: string, facesFile?: string): RacePhoto[] {
  const labels = join(folder, 'bibs.csv')
  if (!existsSync(labels)) throw new Error(`${labels} is missing: it needs the columns file and bibs`)
  const faces = facesFile ? readRows(facesFile) : []
  return readRows(labels).map(([file = '', bibs = '']) => ({
    path: join(folder, file),
    bibs: bibs.split(/\s+/).filter(Boolean),
    faceByBib: new Map(
      faces.flatMap(([ofFile, bib = '', x, y]): [string, Point][] =>
        ofFile === file ? [[bib, [Number(x), Number(y)]]] : [],
      ),
    ),
  }))
}

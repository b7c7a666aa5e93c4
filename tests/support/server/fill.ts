import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../../server/platform/root.ts'

const demo = join(projectRoot, 'demo')

/** Numbers of all photos of Andrei (bib 128), and of similar ones of other runners. */
const halfMarathonPhotos = [1, 9, 21, 25, 50, 53, 63, 70, 6, 10, 13, 27, 28, 35, 37, 47, 54, 55, 56, 58, 77]
const trailPhotos = [1, 2, 3]

/** Runs a command line; returns the last line of its output. */
type Command = (words: readonly string[]) => Promise<string>

/**
 * Fills an empty server with two events of the demo, their photos and a promo code.
 *
 * @param folder for the photos to ingest
 * @returns the event of the half marathon
 */
export async function fillServer(runCommand: Command, folder: string): Promise<string> {
  const eventId = await runCommand([
    ...['event', 'create', '--title', 'Полумарафон «Три моста»', '--title-en', 'Three Bridges Half Marathon'],
    ...['--title-es', 'Media maratón de los Tres Puentes', '--city', 'Санкт-Петербург'],
    ...['--city-en', 'Saint Petersburg', '--city-es', 'San Petersburgo', '--date', '2026-09-12'],
    ...['--start', '17:30', '--external-id', 'three-bridges', '--distance', '21.1 km'],
    ...['--point', 'start=Старт|Start|Salida', '--point', '5km=5 км|Km 5|Km 5'],
    ...['--point', 'bridge=Вантовый мост|Cable bridge|Puente', '--point', '18km=18 км|Km 18|Km 18'],
    ...['--point', 'finish=Финиш|Finish|Meta', '--point', 'medal=После финиша|After the finish|Después'],
    ...['--face-threshold', '0.45'],
  ])
  await runCommand(['start-list', 'import', join(demo, 'start-list-A.csv'), '--event', eventId])
  await ingest(runCommand, folder, { eventId, letter: 'a', numbers: halfMarathonPhotos })
  const trailId = await runCommand([
    ...['event', 'create', '--title', 'Трейл «Белая тропа»', '--title-en', 'White Trail'],
    ...['--title-es', 'Trail «Sendero blanco»', '--city', 'Кировск', '--city-en', 'Kirovsk'],
    ...['--city-es', 'Kírovsk', '--date', '2026-08-15', '--distance', '15 km', '--face-threshold', '0.45'],
  ])
  await ingest(runCommand, folder, { eventId: trailId, letter: 'b', numbers: trailPhotos })
  await runCommand(['promo', 'create', 'FINISH20', '--percent', '20'])
  return eventId
}

async function ingest(
  runCommand: Command,
  folder: string,
  input: { eventId: string; letter: 'a' | 'b'; numbers: readonly number[] },
): Promise<void> {
  const { eventId, letter, numbers } = input
  const photos = join(folder, `photos-${letter}`)
  await mkdir(photos)
  for (const number of numbers) {
    const name = `${letter.toUpperCase()}${String(number).padStart(3, '0')}.jpg`
    await copyFile(join(demo, `photos-${letter}`, name), join(photos, name))
  }
  await runCommand(['ingest', photos, '--event', eventId, '--manifest', join(demo, 'photos.json')])
}

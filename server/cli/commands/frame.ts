import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addFrame, FrameRejected, type NewFrame } from '../../features/frame/index.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure, UsageError } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'
import { createTranslationOptions, parseLocalText } from './translated-text.ts'

/** Adds a frame in which an event sells its photos. */
export const addFrameCommand: Command = {
  name: 'frame add',
  summary: 'Give an event a frame and sell photos in it; the last line printed is its id',
  operands: [],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
    title: { value: 'TITLE', required: true, help: 'title in Russian, or in any available language' },
    ...createTranslationOptions('title'),
    portrait: { value: 'FILE.png', help: 'for upright photos' },
    landscape: { value: 'FILE.png', help: 'for wide photos' },
    'portrait-plate': {
      value: 'X,Y,W,H',
      help: "where the runner's time is written, in pixels of the picture; nowhere when absent",
    },
    'landscape-plate': { value: 'X,Y,W,H', help: 'the same of the other picture' },
    'plate-color': { value: '#RRGGBB', help: 'colour of the time; #0c0f12 when absent' },
    price: { value: 'NUMBER', help: 'of one photo in the frame, e.g. 490; the usual prices when absent' },
    'package-price': { value: 'NUMBER', help: 'of all photos of a runner in the frame' },
  },
  details: [
    'A picture is a PNG that is transparent where the photo is to be seen; the photo fills the rectangle around',
    'everything transparent. With one picture alone, photos of the other shape are cut to it, never through a head.',
    'Example: frame add --event three-bridges --title "Три моста" --portrait tall.png --landscape wide.png',
  ],
  run: async (dependencies, context, args) => {
    const event = await resolveEvent(context, args.required('event'))
    const input = await readInput(args)
    const parts = { objects: dependencies.services.objects, painter: dependencies.painter }
    const { frame, isNew } = await addFrame(context, parts, event, input).catch((error: unknown) => {
      if (error instanceof FrameRejected)
        throw new CommandFailure(`No frame: ${error.message}`, { cause: error })
      throw error
    })
    return { exitCode: 0, lines: [frame.id], json: { frameId: frame.id, isNew } }
  },
}

async function readInput(args: Args): Promise<NewFrame> {
  const color = args.text('plate-color') ?? '#0c0f12'
  if (!/^#[\da-f]{6}$/i.test(color)) throw new UsageError('--plate-color should be like #0c0f12')
  const pictures = []
  for (const shape of ['portrait', 'landscape']) {
    const file = args.text(shape)
    if (file === undefined) continue
    const box = parseBox(args, `${shape}-plate`)
    const bytes = await readFile(resolve(args.cwd, file)).catch((error: unknown) => {
      throw new CommandFailure(`${file} cannot be read`, { cause: error })
    })
    pictures.push({ bytes, ...(box ? { plate: { box, color } } : {}) })
  }
  if (pictures.length === 0) throw new UsageError('Give --portrait or --landscape, or both')
  return {
    title: parseLocalText(args, 'title'),
    pictures,
    price: parsePrice(args, 'price'),
    packagePrice: parsePrice(args, 'package-price'),
  }
}

function parseBox(args: Args, name: string) {
  const text = args.text(name)
  if (text === undefined) return undefined
  const [x, y, width, height, ...extraNumbers] = text.split(',').map((part) => Number(part))
  const numbers = [x, y, width, height]
  if (extraNumbers.length > 0 || !numbers.every((value) => Number.isInteger(value) && (value ?? -1) >= 0))
    throw new UsageError(`--${name} should be four whole numbers like 824,1444,288,127, not "${text}"`)
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }
}

/** Returns a price in minor units. */
function parsePrice(args: Args, name: string): number | undefined {
  const price = args.number(name, { min: 1, max: 1_000_000 })
  return price === undefined ? undefined : Math.round(price * 100)
}

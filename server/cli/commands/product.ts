import { addProduct, type NewProduct } from '../../features/catalog/index.ts'
import type { EventRow } from '../../features/events/index.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure, UsageError } from '../failures.ts'
import { parseAmount } from './parse-amount.ts'
import { resolveEvent } from './resolve-event.ts'
import { createTranslationOptions, parseLocalText } from './translated-text.ts'

const sellableTypes: readonly NewProduct['productType'][] = ['photo', 'photos_with_me', 'video', 'promocode']

/** Adds a product to the default ones, usually for the runners of one distance. */
export const addProductCommand: Command = {
  name: 'product add',
  summary: 'Sell one more product in an event; the last line printed is its id',
  operands: [],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
    type: { value: 'TYPE', required: true, help: `one of ${sellableTypes.join(', ')}` },
    price: { value: 'SUM', required: true, help: "in the tenant's currency, e.g. 490 or 4.50" },
    distance: { value: 'NAME', help: 'only for runners of this distance of the event; for all when absent' },
    title: {
      value: 'TITLE',
      help: 'title in Russian, or in any available language; default: that of its type',
    },
    ...createTranslationOptions('title'),
  },
  details: [
    'An event has one product of a type for all runners, made with the event, and one for each distance.',
    'Runners are offered the product of their distance instead of the one for all, once they are found by number or name.',
    'What is sold in a frame comes with the frame: `frame add`.',
    'Example: product add --event three-bridges --type photos_with_me --distance "10 km" --price 1490',
  ],
  run: async (_dependencies, context, args) => {
    const event = await resolveEvent(context, args.required('event'))
    const productType = readType(args)
    const distance = readDistance(args, event, productType)
    const price = parseAmount(args, 'price')
    if (price === undefined) throw new UsageError('--price is missing')
    const title = parseLocalText(args, 'title')
    const { id: eventId, catalogId } = event
    const productId = await addProduct(context, {
      ...{ eventId, catalogId, productType, price, distance },
      title: title.ru === '' ? undefined : title,
    })
    if (productId === undefined)
      throw new CommandFailure(
        `The event sells ${productType} ${distance === undefined ? 'to all' : `for ${distance}`} already`,
      )
    return {
      exitCode: 0,
      lines: [productId],
      json: { productId, productType, price, distance: distance ?? null },
    }
  },
}

function readType(args: Args): NewProduct['productType'] {
  const requestedType = args.required('type')
  const type = sellableTypes.find((each) => each === requestedType)
  if (type) return type
  const hint =
    requestedType === 'frame' || requestedType === 'photosWithFrame'
      ? '; frames are sold with `frame add`'
      : ''
  throw new UsageError(`--type should be one of ${sellableTypes.join(', ')}, not "${requestedType}"${hint}`)
}

/** @returns undefined for a product sold to all runners */
function readDistance(args: Args, event: EventRow, type: NewProduct['productType']): string | undefined {
  const requestedDistance = args.text('distance')?.trim()
  if (requestedDistance === undefined) return undefined
  if (type === 'promocode')
    throw new UsageError('--distance is of no use for gift codes: the giver runs none')
  if (event.distances.includes(requestedDistance)) return requestedDistance
  const knownDistances = event.distances.map((each) => `"${each}"`).join(', ')
  throw new CommandFailure(
    knownDistances === ''
      ? `The event has no distances; --distance cannot be "${requestedDistance}"`
      : `The event has no distance "${requestedDistance}"; it has ${knownDistances}`,
  )
}

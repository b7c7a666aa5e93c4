import { getLocalDay } from '../../../contract/events.ts'
import { createDefaultCatalog } from '../../features/catalog/index.ts'
import { createEvent, type EventPoint, findEventByExternalId } from '../../features/events/index.ts'
import { paymentTypeIds } from '../../features/invoices/index.ts'
import { inTransaction } from '../../platform/context.ts'
import { isTimeZone, toInstant } from '../../platform/zoned-time.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure, UsageError } from '../failures.ts'
import { readDay } from './parse-day.ts'
import { createTranslationOptions, parseLocalText, parseTranslations } from './translated-text.ts'

const hourInMs = 3_600_000

/** Creates an event with the default catalog. */
export const createEventCommand: Command = {
  name: 'event create',
  summary: 'Make an event with the usual catalog; the last line printed is its id',
  operands: [],
  options: {
    title: { value: 'TITLE', required: true, help: 'title in Russian, or in any available language' },
    ...createTranslationOptions('title'),
    city: { value: 'CITY', help: 'city' },
    ...createTranslationOptions('city'),
    country: { value: 'CODE', help: 'country by its ISO code; RU when absent' },
    date: { value: 'YYYY-MM-DD', help: 'day of the race, at its place; today when absent' },
    start: { value: 'HH:MM', help: 'time of the start, at its place; 09:00 when absent' },
    'time-zone': { value: 'ZONE', help: 'IANA time zone of the place; Europe/Moscow when absent' },
    sport: { value: 'SPORT', help: 'running when absent' },
    'external-id': { value: 'ID', help: "the organizer's own id, unique; --event takes it too" },
    distance: { value: 'NAME', multiple: true, help: 'a distance, e.g. "21.1 km"' },
    point: {
      value: 'KEY=TITLE',
      multiple: true,
      help: 'a place of photos: finish=Финиш or finish=Финиш|Finish|Meta',
    },
    'face-threshold': {
      value: 'NUMBER',
      help: 'largest distance of faces that count as one person; 0.48 when absent',
    },
    pay: {
      value: 'WAY',
      multiple: true,
      help: `a way to pay that is taken: ${paymentTypeIds.join(', ')}; all when absent`,
    },
    'no-faces': { help: 'measure no faces in its photos, and offer no search by selfie' },
  },
  details: [
    'Example: event create --title "Осенний забег" --title-en "Autumn run" --city Тверь --date 2026-10-04',
  ],
  run: async ({ services }, context, args) => {
    const externalId = args.text('external-id')
    const existingEvent =
      externalId === undefined ? undefined : await findEventByExternalId(context, externalId)
    if (existingEvent)
      throw new CommandFailure(`Event ${existingEvent.id} has the external id "${externalId}" already`)
    const input = readInput(args, services.clock())
    const event = await inTransaction(context, async (transaction) => {
      const created = await createEvent(transaction, {
        ...input,
        ...(externalId === undefined ? {} : { externalId }),
      })
      await createDefaultCatalog(transaction, { eventId: created.id, catalogId: created.catalogId })
      return created
    })
    return {
      exitCode: 0,
      lines: [event.id],
      json: { eventId: event.id, albumId: event.albumId, catalogId: event.catalogId },
    }
  },
}

function readInput(args: Args, now: Date) {
  const timeZone = args.text('time-zone') ?? 'Europe/Moscow'
  if (!isTimeZone(timeZone)) {
    throw new UsageError(`--time-zone should be a name like Europe/Moscow, not "${timeZone}"`)
  }
  const country = (args.text('country') ?? 'RU').toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) throw new UsageError('--country should be a code of two letters, e.g. RU')
  const startsOn = readStart(args, timeZone, now)
  const paymentTypes = args.list('pay')
  const unknown = paymentTypes.find((paymentType) => !paymentTypeIds.includes(paymentType))
  if (unknown !== undefined)
    throw new UsageError(`--pay should be one of ${paymentTypeIds.join(', ')}, not "${unknown}"`)
  const faceThreshold = args.number('face-threshold', { min: 0.1, max: 1.2 })
  return {
    title: parseLocalText(args, 'title'),
    city: parseLocalText(args, 'city'),
    country,
    sport: args.text('sport') ?? 'running',
    timeZone,
    startsOn,
    endsOn: new Date(startsOn.getTime() + 8 * hourInMs),
    distances: [...args.list('distance')],
    points: args.list('point').map(readPoint),
    switches: {
      ...(paymentTypes.length > 0 && { paymentTypes }),
      ...(args.flag('no-faces') && { faceSearch: false }),
    },
    ...(faceThreshold === undefined ? {} : { faceThreshold }),
  }
}

function readStart(args: Args, timeZone: string, now: Date): Date {
  const midnight = readDay(args.text('date') ?? getLocalDay(now, timeZone), 'date')
  const time = args.text('start') ?? '09:00'
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (hours === undefined) throw new UsageError(`--start should be a time like 17:30, not "${time}"`)
  const sinceMidnightInMs = Number(hours) * hourInMs + (Number(minutes) * hourInMs) / 60
  return toInstant(new Date(midnight.getTime() + sinceMidnightInMs), timeZone)
}

function readPoint(text: string): EventPoint {
  const match = /^([\w-]{1,40})(?:=(.+))?$/u.exec(text.trim())
  const point = match?.[1]
  if (point === undefined) {
    throw new UsageError(`--point should be like finish=Финиш, with a key of Latin letters; not "${text}"`)
  }
  return { point, title: parseTranslations(match?.[2] ?? point) }
}

import { createPromoCode, listPromoCodes, PromoCodeRefused } from '../../features/promo/index.ts'
import type { Context } from '../../platform/context.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure, UsageError } from '../failures.ts'
import { endOfDay } from './day.ts'
import { eventOf } from './find-event.ts'

/** A code that makes things cheaper, or gives the package away once. */
export const createPromoCommand: Command = {
  name: 'promo create',
  summary: 'Make a promo code, for one event or for all',
  operands: ['CODE'],
  options: {
    event: { value: 'EVENT', help: 'id, external id or title as in an address; every event when absent' },
    percent: { value: 'NUMBER', help: 'so much off, 1 to 100' },
    gift: {
      help: '“All photos with me” for nothing, instead of --percent; good once unless --limit says otherwise',
    },
    limit: { value: 'NUMBER', help: 'how many orders may use it; any number when absent' },
    until: {
      value: 'YYYY-MM-DD',
      help: "the last day it is good, in the event's time zone; for ever when absent",
    },
  },
  details: ['Example: promo create FINISH20 --event three-bridges --percent 20 --until 2026-12-31'],
  run: async (_world, context, args) => {
    const wish = await readWish(context, args)
    const row = await createPromoCode(context, { code: args.operand(0), ...wish }).catch((error: unknown) => {
      throw error instanceof PromoCodeRefused ? new CommandFailure(error.message, { cause: error }) : error
    })
    return { exitCode: 0, lines: [row.code], json: present(row) }
  },
}

/** All codes of a tenant. */
export const listPromosCommand: Command = {
  name: 'promo list',
  summary: 'List the promo codes and how often each was used',
  operands: [],
  options: {},
  details: [],
  run: async (_world, context) => {
    const codes = (await listPromoCodes(context)).map(present)
    return {
      exitCode: 0,
      lines: codes.map(({ code, kind, value, used, usageLimit, endsOn }) =>
        [
          code.padEnd(16),
          (kind === 'gift' ? 'gift' : kind === 'percent' ? `${value} %` : String(value / 100)).padEnd(6),
          `used ${used}${usageLimit === null ? '' : ` of ${usageLimit}`}`,
          ...(endsOn === null ? [] : [`until ${endsOn}`]),
        ].join('  '),
      ),
      json: { promoCodes: codes },
    }
  },
}

async function readWish(context: Context, args: Args) {
  const percent = args.number('percent', { min: 1, max: 100, whole: true })
  const gift = args.flag('gift')
  if (gift === (percent !== undefined)) throw new UsageError('Give either --percent or --gift')
  const limit = args.number('limit', { min: 1, max: 1_000_000_000, whole: true })
  const wanted = args.text('event')
  const event = wanted === undefined ? undefined : await eventOf(context, wanted)
  const until = args.text('until')
  return {
    ...(gift ? { kind: 'gift' as const } : { kind: 'percent' as const, value: percent }),
    ...(limit === undefined ? {} : { usageLimit: limit }),
    ...(event ? { catalogIds: [event.catalogId] } : {}),
    ...(until === undefined ? {} : { endsOn: endOfDay(until, event?.timeZone ?? 'Europe/Moscow', 'until') }),
  }
}

const present = (row: Awaited<ReturnType<typeof createPromoCode>>) => ({
  code: row.code,
  kind: row.kind,
  value: row.value,
  used: row.used,
  usageLimit: row.usageLimit,
  endsOn: row.endsOn?.toISOString() ?? null,
  catalogIds: row.catalogIds,
})

import {
  createPromoCode,
  listPromoCodes,
  type NewPromoCode,
  PromoCodeRefused,
  setPromoActive,
} from '../../features/promo/index.ts'
import type { Context } from '../../platform/context.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure, UsageError } from '../failures.ts'
import { parseAmount } from './parse-amount.ts'
import { toEndOfDay, toStartOfDay } from './parse-day.ts'
import { resolveEvent } from './resolve-event.ts'

/** Creates a promo code: a discount, or a gift of the package for one use. */
export const createPromoCommand: Command = {
  name: 'promo create',
  summary: 'Make a promo code, for one event or for all',
  operands: ['CODE'],
  options: {
    event: { value: 'EVENT', help: 'id, external id or title as in an address; every event when absent' },
    percent: { value: 'NUMBER', help: 'so much off, 1 to 100' },
    fixed: {
      value: 'SUM',
      help: "a sum off the whole cart, in the tenant's currency, e.g. 300 or 4.50; instead of --percent",
    },
    gift: {
      help: '“All photos with me” for nothing, instead of --percent; good once unless --limit says otherwise',
    },
    limit: { value: 'NUMBER', help: 'how many orders may use it; any number when absent' },
    from: {
      value: 'YYYY-MM-DD',
      help: "the first day it is good, in the event's time zone; at once when absent",
    },
    until: {
      value: 'YYYY-MM-DD',
      help: "the last day it is good, in the event's time zone; for ever when absent",
    },
  },
  details: [
    'Without an event, days are those of Europe/Moscow.',
    'Example: promo create FINISH20 --event three-bridges --percent 20 --until 2026-12-31',
    'Example: promo create MINUS300 --fixed 300 --from 2026-09-01 --until 2026-09-30',
  ],
  run: async (_dependencies, context, args) => {
    const input = await readInput(context, args)
    const row = await convertRefusals(createPromoCode(context, { code: args.operand(0), ...input }))
    return { exitCode: 0, lines: [row.code], json: toJson(row) }
  },
}

/** Disables a promo code before its last day. Carts that contain it show it as inactive. */
export const switchPromoOffCommand: Command = {
  name: 'promo off',
  summary: 'Switch a promo code off: it takes nothing off any more, orders that used it keep their price',
  operands: ['CODE'],
  options: {},
  details: ['A gift code that was bought ends with the refund of its order.', 'Example: promo off FINISH20'],
  run: (_dependencies, context, args) => switchPromo(context, args.operand(0), false),
}

/** Enables a promo code again after `promo off`. */
export const switchPromoOnCommand: Command = {
  name: 'promo on',
  summary: 'Switch a promo code on again; its days and its limit stay as they are',
  operands: ['CODE'],
  options: {},
  details: ['Example: promo on FINISH20'],
  run: (_dependencies, context, args) => switchPromo(context, args.operand(0), true),
}

async function switchPromo(context: Context, code: string, active: boolean) {
  const row = await convertRefusals(setPromoActive(context, code, active))
  return { exitCode: 0 as const, lines: [row.code], json: toJson(row) }
}

/** Converts promo refusals into command failures. */
function convertRefusals<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof PromoCodeRefused ? new CommandFailure(error.message, { cause: error }) : error
  })
}

/** Lists all codes of a tenant. */
export const listPromosCommand: Command = {
  name: 'promo list',
  summary: 'List the promo codes and how often each was used',
  operands: [],
  options: {},
  details: [],
  run: async (_dependencies, context) => {
    const codes = (await listPromoCodes(context)).map(toJson)
    return {
      exitCode: 0,
      lines: codes.map(({ code, kind, value, active, used, usageLimit, startsOn, endsOn }) =>
        [
          code.padEnd(16),
          (kind === 'gift' ? 'gift' : kind === 'percent' ? `${value} %` : String(value / 100)).padEnd(6),
          `used ${used}${usageLimit === null ? '' : ` of ${usageLimit}`}`,
          ...(active ? [] : ['off']),
          ...(startsOn === null ? [] : [`from ${startsOn}`]),
          ...(endsOn === null ? [] : [`until ${endsOn}`]),
        ].join('  '),
      ),
      json: { promoCodes: codes },
    }
  },
}

async function readInput(context: Context, args: Args) {
  const percent = args.number('percent', { min: 1, max: 100, whole: true })
  const fixed = parseAmount(args, 'fixed')
  const gift = args.flag('gift')
  const kinds: Pick<NewPromoCode, 'kind' | 'value'>[] = [
    ...(percent === undefined ? [] : [{ kind: 'percent' as const, value: percent }]),
    ...(fixed === undefined ? [] : [{ kind: 'fixed' as const, value: fixed }]),
    ...(gift ? [{ kind: 'gift' as const }] : []),
  ]
  const [kind] = kinds
  if (!kind || kinds.length > 1) throw new UsageError('Give one of --percent, --fixed and --gift')
  const limit = args.number('limit', { min: 1, max: 1_000_000_000, whole: true })
  const eventReference = args.text('event')
  const event = eventReference === undefined ? undefined : await resolveEvent(context, eventReference)
  const timeZone = event?.timeZone ?? 'Europe/Moscow'
  const [from, until] = [args.text('from'), args.text('until')]
  const startsOn = from === undefined ? undefined : toStartOfDay(from, timeZone, 'from')
  const endsOn = until === undefined ? undefined : toEndOfDay(until, timeZone, 'until')
  if (startsOn && endsOn && startsOn >= endsOn) throw new UsageError('--until should not be before --from')
  return {
    ...kind,
    ...(limit === undefined ? {} : { usageLimit: limit }),
    ...(event ? { catalogIds: [event.catalogId] } : {}),
    ...(startsOn ? { startsOn } : {}),
    ...(endsOn ? { endsOn } : {}),
  }
}

const toJson = (row: Awaited<ReturnType<typeof createPromoCode>>) => ({
  code: row.code,
  kind: row.kind,
  value: row.value,
  active: row.active,
  used: row.used,
  usageLimit: row.usageLimit,
  startsOn: row.startsOn?.toISOString() ?? null,
  endsOn: row.endsOn?.toISOString() ?? null,
  catalogIds: row.catalogIds,
})

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ModelCard } from '../../adapters/vision/models/card.ts'
import { type FaceModel, findFaceModel, modelCards, toModelId } from '../../adapters/vision/models/cards.ts'
import { downloadModel } from '../../adapters/vision/models/download-model.ts'
import {
  type InstalledModels,
  identifyModelFile,
  readModelFile,
} from '../../adapters/vision/models/installed-models.ts'
import { chooseFaceModel, listEventProgress, readChosenModel } from '../../features/recognition/index.ts'
import type { Context } from '../../platform/context.ts'
import { countNoun } from '../../platform/count-noun.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import type { Args } from '../args.ts'
import type { Command, CommandDependencies } from '../command.ts'
import { CommandFailure } from '../failures.ts'

/** Lists the face models, which one is in use, and the events that are being embedded by it. */
export const listModelsCommand: Command = {
  name: 'models list',
  summary: 'List the face models, and the events that are still changing to the chosen one',
  operands: [],
  options: {},
  details: ['An event changes to the chosen model when all of its photos are embedded by it.'],
  run: async (dependencies, context) => {
    const chosen = await readChosenModel(context)
    const models = await Promise.all(
      dependencies.models.cards.map(async (card) => {
        const isInstalled = await dependencies.models.isInstalled(card)
        const isChosen = chosen.split('+').includes(card.id)
        return { card, state: isChosen ? 'in use' : isInstalled ? 'installed' : 'available' } as const
      }),
    )
    const pending = (await Promise.all(listTenantContexts(dependencies).map(listPending))).flat()
    return {
      exitCode: 0,
      lines: [
        ...models.map(
          ({ card, state }) =>
            `${card.id.padEnd(16)} ${card.kind.padEnd(9)} ${state.padEnd(10)} ${card.licence.name.padEnd(11)} ${card.title}`,
        ),
        ...pending.map(
          ({ title, done, total }) => `${title}: ${done} of ${countNoun(total, 'photo')} embedded`,
        ),
        chosen,
      ],
      json: {
        chosen,
        models: models.map(({ card, state }) => summarizeCard(card, state)),
        pending,
      },
    }
  },
}

/** Installs the file of a model. */
export const installModelCommand: Command = {
  name: 'models install',
  summary: 'Install a face model from where it is published, or from a file',
  operands: ['NAME|FILE'],
  options: { yes: { help: 'agree to the licence without being asked, for scripts' } },
  details: [
    'NAME is one of `models list`; its file is downloaded. FILE needs no network.',
    'A file is accepted only with the SHA-256 of its model card. `models use` then chooses the model.',
  ],
  describeConsent: async (args) => {
    const card = await findCardForConsent(args.operand(0), args.cwd)
    return card?.source.type === 'download' ? describeLicence(card) : undefined
  },
  run: async ({ models }, _context, args, report, signal) => {
    const { card, read } = await resolveModelFile(models.cards, args, signal)
    if (card.source.type === 'package')
      throw new CommandFailure(`${card.id} is part of Photofinish and needs no installation`)
    if (!args.flag('yes'))
      throw new CommandFailure(`${describeLicence(card)}\nRepeat the command with --yes to agree`)
    if (await models.isInstalled(card)) report.note(`${card.id} is installed already, and replaced`)
    await models.install(card, await read())
    return {
      exitCode: 0,
      lines: [describeLicence(card), `Next       npm run photofinish -- models use ${card.id}`, card.id],
      json: { id: card.id, sha256: card.sha256, licence: card.licence },
    }
  },
}

/** Chooses the face model of the installation. */
export const useModelCommand: Command = {
  name: 'models use',
  summary: 'Choose the face model; events change to it in the background',
  operands: ['NAME'],
  options: {},
  details: [
    'NAME is a detector, an embedder, or both with a plus sign: yunet+mobilefacenet.',
    'For all tenants. A running server embeds the photos of each event again, the newest event first; `models list` shows',
    'how far it is. Searches of an event use the previous model until the event is complete.',
    'Selfies that were sent before are carried over by the photos in which they were surely found; others end, and their',
    'runners are asked for another selfie.',
  ],
  run: async (dependencies, context, args) => {
    const { models } = dependencies
    const model = findRequestedModel(models.cards, await readChosenModel(context), args.operand(0))
    await requireInstalled(models, model)
    const contexts = listTenantContexts(dependencies)
    await chooseFaceModel(contexts, toModelId(model))
    const pending = (await Promise.all(contexts.map(listPending))).flat()
    const photos = pending.reduce((sum, { total }) => sum + total, 0)
    return {
      exitCode: 0,
      lines: [
        pending.length === 0
          ? 'No event has to change'
          : `To embed again: ${countNoun(photos, 'photo')} of ${countNoun(pending.length, 'event')}`,
        toModelId(model),
      ],
      json: { chosen: toModelId(model), pending },
    }
  },
}

/**
 * Checks that the files of a model are installed.
 *
 * @throws CommandFailure naming the detector or the embedder that is not
 */
export async function requireInstalled(
  models: Pick<InstalledModels, 'isInstalled'>,
  { detector, embedder }: FaceModel,
): Promise<void> {
  for (const card of [detector, embedder])
    if (!(await models.isInstalled(card)))
      throw new CommandFailure(`${card.id} is not installed: run \`models install ${card.id}\` first`)
}

function listTenantContexts(dependencies: CommandDependencies): Context[] {
  return dependencies.services.tenants.all.flatMap(({ name }) => dependencies.createTenantContext(name) ?? [])
}

async function listPending(context: Context) {
  return (await listEventProgress(context)).map(({ event, done, total }) => ({
    tenant: context.tenant.name,
    eventId: event.id,
    title: resolveLocalText(event.title, context.language),
    done,
    total,
  }))
}

/** Returns what scripts need of a card. `dimension`: length of the embeddings, null for a detector. */
function summarizeCard(card: ModelCard, state: string) {
  const { id, kind, licence, source } = card
  return {
    name: id,
    kind,
    state,
    licence: { name: licence.name, url: licence.url },
    sizeInBytes: source.sizeInBytes,
    dimension: card.kind === 'embedder' ? card.dimension : null,
    sourceUrl: source.type === 'download' ? source.url : `https://www.npmjs.com/package/${source.name}`,
  }
}

function describeLicence({ id, title, licence }: ModelCard): string {
  return `${id}: ${title}\nLicence    ${licence.name}, ${licence.url}\n           ${licence.note}`
}

/** Returns the card of an operand for the question about its licence. The command reports what is wrong with a file. */
async function findCardForConsent(operand: string, cwd: string): Promise<ModelCard | undefined> {
  const named = modelCards.find(({ id }) => id === operand)
  const path = resolve(cwd, operand)
  if (named || !existsSync(path)) return named
  try {
    return await identifyModelFile(path)
  } catch {
    return undefined
  }
}

/** Returns the card that the operand names, and how its file is read. */
async function resolveModelFile(cards: readonly ModelCard[], args: Args, signal: AbortSignal) {
  const operand = args.operand(0)
  const named = cards.find(({ id }) => id === operand)
  if (named) return { card: named, read: () => downloadModel(named, signal) }
  const path = resolve(args.cwd, operand)
  if (!existsSync(path))
    throw new CommandFailure(
      `There is no model and no file "${operand}"; models are ${cards.map(({ id }) => id).join(', ')}`,
    )
  const card = await identifyModelFile(path, cards)
  return { card, read: () => readModelFile(path, card) }
}

/**
 * Returns the chosen model with a detector, an embedder or both replaced.
 *
 * @throws CommandFailure for an unknown name
 */
export function findRequestedModel(cards: readonly ModelCard[], chosen: string, name: string): FaceModel {
  const { detector, embedder } = findFaceModel(chosen, cards)
  const requested = name.split('+').map((id) => {
    const card = cards.find((each) => each.id === id)
    if (card) return card
    throw new CommandFailure(
      `There is no model "${id}"; models are ${cards.map((each) => each.id).join(', ')}`,
    )
  })
  return {
    detector: requested.find((card) => card.kind === 'detector') ?? detector,
    embedder: requested.find((card) => card.kind === 'embedder') ?? embedder,
  }
}

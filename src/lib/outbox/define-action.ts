import type * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../api-error.ts'
import type { EntryOf, SenderContext, UncheckedEntry } from './types.ts'

/** Names a text of the page, with its values. */
export interface ActionLabel {
  textId: string
  values?: Record<string, string | number>
}

/** Reads the texts that the page has stored on the device. */
export interface DeviceTexts {
  keys(): string[]
  get(key: string): string | null
}

/** Describes a queued action. `kind` and the stored form of the body never change: devices have entries of earlier builds. */
export interface ActionDefinition<Kind extends string, Body> {
  readonly kind: Kind
  /** Validates bodies, also those of earlier builds: new fields of a released kind are optional. */
  readonly schema: z.ZodMiniType<Body>
  /**
   * Sends one entry to the service. Resolves with the answer (plain data) after its effect is stored on the device; throws
   * what `src/lib/api.ts` throws. Must be idempotent for the same entry, and runs on every thread.
   */
  readonly send: (entry: EntryOf<Kind, NoInfer<Body>>, context: SenderContext) => Promise<unknown>
  /** Describes the entry in the list of the queue: the id of a text, or a function of the body if the text has values. */
  readonly label: string | ((body: NoInfer<Body>) => ActionLabel)
  /** It fails when an earlier entry of its lane is parked, instead of being sent without it. */
  readonly dependsOnLane?: boolean
  /** The service worker never sends it. */
  readonly onlyFromPage?: boolean
  /** `put` fails if the database does not store the entry; others are sent from the memory of the page then. */
  readonly needsStorage?: boolean
  /** Deletes data of an entry in other collections after it was dropped unsent. */
  readonly onDrop?: (entryId: string) => Promise<void>
  /** Converts bodies whose fields have other names on devices. `read` validates nothing: the schema does. */
  readonly storedBody?: {
    readonly read: (stored: unknown) => unknown
    readonly write: (body: NoInfer<Body>) => unknown
  }
  /**
   * Lists the bodies that are sent before the data of this device are deleted, from what the device has stored. They are
   * sent at once and not queued.
   */
  readonly listBeforeWipe?: (texts: DeviceTexts) => Promise<readonly NoInfer<Body>[]>
}

/** Handles the entries of one kind, whose bodies may be of another build: each function checks them by the schema. */
export interface Action<Kind extends string = string, Body = unknown> {
  readonly kind: Kind
  readonly dependsOnLane: boolean
  readonly onlyFromPage: boolean
  readonly needsStorage: boolean
  /** Returns whether this build can send a body. */
  isBody(body: unknown): body is Body
  /** Returns the text that describes an entry; undefined if it depends on a body that this build does not know. */
  describe(body: unknown): ActionLabel | undefined
  /** @throws ApiError ValidationFailed for a body that does not match the schema, and what `send` of its definition throws */
  send(entry: UncheckedEntry, context: SenderContext): Promise<unknown>
  /** Converts a body to the names that devices store. */
  toStored(body: unknown): unknown
  /** Converts a stored body to the names that the code uses. */
  fromStored(stored: unknown): unknown
  onDrop(entryId: string): Promise<void>
  /** Returns a function for each request that has to be sent before the data of this device are deleted. */
  listBeforeWipe(texts: DeviceTexts): Promise<((signal: AbortSignal) => Promise<unknown>)[]>
}

/** Maps the kinds of a list of actions to their bodies. */
export type BodiesOf<Actions extends readonly Action[]> = {
  [Each in Actions[number] as Each['kind']]: Each extends Action<string, infer Body> ? Body : never
}

/** Defines a queued action. List it in the `sync.ts` of its feature, and that in `src/app/actions.ts`. */
export function defineAction<const Kind extends string, Body>(
  definition: ActionDefinition<Kind, Body>,
): Action<Kind, Body> {
  const { kind, schema, label, send, storedBody } = definition
  const isBody = (body: unknown): body is Body => schema.safeParse(body).success

  const sendNow = (body: Body, signal: AbortSignal) => {
    const entry = { id: '', kind, lane: '', body, putOn: 0, tries: 0, notBefore: 0 }
    return send(entry, { signal, onProgress: () => {} })
  }

  return {
    kind,
    dependsOnLane: definition.dependsOnLane ?? false,
    onlyFromPage: definition.onlyFromPage ?? false,
    needsStorage: definition.needsStorage ?? false,
    isBody,
    describe(body) {
      if (typeof label === 'string') return { textId: label }
      return isBody(body) ? label(body) : undefined
    },
    async send({ body, ...entry }, context) {
      if (!isBody(body)) throw new ApiError('ValidationFailed', errorStatus.ValidationFailed)
      return send({ ...entry, kind, body }, context)
    },
    toStored: (body) => (storedBody && isBody(body) ? storedBody.write(body) : body),
    fromStored: (stored) => (storedBody ? storedBody.read(stored) : stored),
    async onDrop(entryId) {
      await definition.onDrop?.(entryId)
    },
    async listBeforeWipe(texts) {
      const bodies = (await definition.listBeforeWipe?.(texts)) ?? []
      return bodies.map((body) => (signal: AbortSignal) => sendNow(body, signal))
    },
  }
}

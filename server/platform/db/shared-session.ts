import { PGlite } from '@electric-sql/pglite'
import { DependencyUnavailable } from '../unavailable.ts'
import { joinMessages, splitMessages } from './protocol-messages.ts'

/**
 * Parameters for opening an embedded database. Its buffers, which are resident from the start, hold the tables of dozens of events;
 * PostgreSQL's default of 128 MB would add 100 MB to the memory of each installation.
 */
export const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/** The single session of the embedded database, shared by several clients. */
export interface SharedSession {
  /**
   * Executes messages of the protocol of PostgreSQL and returns the answers. Errors of statements are answers. While a client
   * has an open transaction, the messages of the others wait.
   *
   * @param client number of the client
   * @param messages whole messages of one query, up to Sync or Flush; their memory may be transferred to another thread
   * @returns whole messages, in a separate block of memory
   * @throws DependencyUnavailable after a wait of 30 s for the statements and transactions of others
   */
  execute(client: number, messages: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** Ends the transaction of a client that goes, if it has one. */
  leave(client: number): void
  /** Closes the database. Clients have to end before. */
  close(): Promise<void>
}

interface Waiting {
  readonly client: number
  readonly messages: Uint8Array
  readonly resolve: (answers: Uint8Array) => void
  readonly reject: (error: Error) => void
  /** Limits the wait for other clients. */
  timer?: NodeJS.Timeout
}

const maxWaitInMs = 30_000

/** Shares the session of an open embedded database. */
export function shareSession(pglite: PGlite): SharedSession {
  const statements = createStatements()
  const waiting: Waiting[] = []
  /** The client with an open transaction. */
  let owner: number | undefined
  /** The client whose messages are executed. */
  let current: number | undefined

  const takeNext = () => {
    const index = owner === undefined ? 0 : waiting.findIndex(({ client }) => client === owner)
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }
  const run = async ({ client, messages, resolve, reject, timer }: Waiting) => {
    clearTimeout(timer)
    current = client
    try {
      const answers = await statements.execute(messages, (remaining) => pglite.execProtocolRaw(remaining))
      resolve(answers)
    } catch (error) {
      reject(error as Error)
    }
    owner = pglite.isInTransaction() ? client : undefined
  }
  const runWaiting = async () => {
    if (current !== undefined) return
    for (let next = takeNext(); next; next = takeNext()) await run(next)
    current = undefined
  }
  const giveUp = (entry: Waiting) => {
    const index = waiting.indexOf(entry)
    if (index >= 0) waiting.splice(index, 1)
    entry.reject(
      new DependencyUnavailable('Another statement or transaction of the embedded database takes too long'),
    )
  }
  const execute: SharedSession['execute'] = (client, messages) =>
    new Promise((resolve, reject) => {
      const entry: Waiting = { client, messages, resolve, reject }
      waiting.push(entry)
      // also while another statement is executed: it may begin a transaction
      if (owner !== client && (owner ?? current) !== undefined)
        entry.timer = setTimeout(() => giveUp(entry), maxWaitInMs).unref()
      void runWaiting()
    })

  return {
    execute,
    leave: (client) => {
      const isActive =
        owner === client || current === client || waiting.some((entry) => entry.client === client)
      if (isActive) execute(client, rollbackMessage).catch(() => undefined)
    },
    close: () => pglite.close(),
  }
}

const toType = (letter: string) => letter.charCodeAt(0)
const [parseType, closeType, statementType] = [toType('P'), toType('C'), toType('S')]
const headSizeInBytes = 5
const rollbackMessage = Buffer.from('Q\0\0\0\u000drollback\0', 'latin1')
const parseCompleteMessage = Buffer.from('1\0\0\0\u0004', 'latin1')

/**
 * Keeps the named statements of a session that several clients prepare. A client knows those that it has prepared, and the same
 * name has the same text in all clients.
 */
function createStatements() {
  const preparedNames = new Set<string>()
  return {
    /** Executes messages without those that prepare a statement again or close one, and completes the answers. */
    async execute(
      messages: Uint8Array,
      send: (messages: Uint8Array) => Promise<Uint8Array>,
    ): Promise<Uint8Array> {
      const all = splitMessages(messages)
      const newNames: string[] = []
      let answeredParses = 0
      const remaining = all.filter((message) => {
        if (message[0] === closeType && message[headSizeInBytes] === statementType) return false
        if (message[0] !== parseType) return true
        const name = readName(message)
        if (name === '') return true
        if (preparedNames.has(name)) answeredParses++
        else newNames.push(name)
        return !preparedNames.has(name)
      })
      const answers = await send(remaining.length === all.length ? messages : joinMessages(remaining))
      const isPrepared =
        newNames.length > 0 && splitMessages(answers).some(([type]) => type === parseCompleteMessage[0])
      if (isPrepared) for (const name of newNames) preparedNames.add(name)
      if (answeredParses === 0) return answers
      return joinMessages([...Array.from({ length: answeredParses }, () => parseCompleteMessage), answers])
    },
  }
}

/** Returns the name in a message that prepares a statement. */
const readName = (message: Uint8Array): string =>
  Buffer.from(message.subarray(headSizeInBytes, message.indexOf(0, headSizeInBytes))).toString()

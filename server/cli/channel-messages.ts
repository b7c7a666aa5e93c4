import * as z from 'zod/mini'

/** Describes a command sent to a server: its arguments and the working directory. */
export const ChannelRequest = z.object({ argv: z.array(z.string()), cwd: z.string() })

const Progress = z.object({ done: z.number(), total: z.number(), added: z.number(), elapsedInMs: z.number() })

/** Describes one line of the response, as JSON. The last one is `ended` or `failed`. */
export const ChannelMessage = z.discriminatedUnion('kind', [
  /** The id is used to stop the command. */
  z.object({ kind: z.literal('begun'), id: z.string() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('progress'), progress: Progress }),
  z.object({
    kind: z.literal('ended'),
    result: z.object({
      exitCode: z.union([z.literal(0), z.literal(1)]),
      lines: z.array(z.string()),
      json: z.unknown(),
    }),
  }),
  z.object({ kind: z.literal('failed'), message: z.string(), isUsage: z.boolean() }),
])
export type ChannelMessage = z.infer<typeof ChannelMessage>

import type { ModelCard } from './card.ts'

const timeoutInMs = 120_000

/** Thrown when a model cannot be downloaded. */
export class ModelDownloadFailed extends Error {
  override readonly name = 'ModelDownloadFailed'
}

/**
 * Downloads the file of a model from where it is published. The caller checks its hash. Reads at most the size of the card.
 *
 * @throws ModelDownloadFailed naming the address and the reason
 */
export async function downloadModel(card: ModelCard, signal: AbortSignal): Promise<Uint8Array> {
  if (card.source.type !== 'download') throw new ModelDownloadFailed(`${card.id} has no address`)
  const { url, sizeInBytes } = card.source
  const fail = (reason: string, cause?: unknown) =>
    new ModelDownloadFailed(
      `${url} cannot be downloaded: ${reason}. Download it elsewhere, and install it with \`models install FILE\``,
      { cause },
    )
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutInMs)]) })
    if (!response.ok || !response.body) throw fail(`status ${response.status}`)
    const parts: Uint8Array[] = []
    let receivedInBytes = 0
    for await (const part of response.body) {
      receivedInBytes += part.byteLength
      if (receivedInBytes > sizeInBytes)
        throw fail(`it has more than the ${sizeInBytes} bytes of its model card`)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof ModelDownloadFailed) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw fail(cause instanceof Error ? cause.message : String(cause), error)
  }
}

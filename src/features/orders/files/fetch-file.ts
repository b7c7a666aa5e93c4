import { errorStatus } from '../../../../contract/errors.ts'
import { ApiError, isApiError } from '../../../lib/api.ts'
import { downloadFile } from '../../../lib/download.ts'
import { openFileParts } from '../../../lib/memory/file-parts.ts'
import { fetchItems } from '../use-order.ts'
import { listFiles, type OrderFile } from './files.ts'

const isLinkExpired = (error: unknown) =>
  isApiError(error, 'LinkExpired', 'Forbidden', 'NotFound', 'TokenExpired', 'TokenInvalid')

const runningFetches = new Map<string, Promise<Blob>>()
const getFetchKey = (orderId: string, file: OrderFile) => `${orderId}/${file.key}`

/**
 * Returns the bytes of a file; resumes with the parts that an earlier visit has loaded. Renews an expired or missing link
 * once, without another payment.
 *
 * @throws ApiError NotFound when the order does not have the file any more; the signal's reason when aborted
 */
export async function fetchFile(
  orderId: string,
  file: OrderFile,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Blob> {
  const key = getFetchKey(orderId, file)
  const fetching = fetchBytes(orderId, file, onProgress, signal)
  runningFetches.set(key, fetching)
  try {
    return await fetching
  } finally {
    if (runningFetches.get(key) === fetching) runningFetches.delete(key)
  }
}

/** Returns the bytes of a fetch that runs now; undefined when there is none or it fails. */
export async function waitForRunningFetch(orderId: string, file: OrderFile): Promise<Blob | undefined> {
  return runningFetches.get(getFetchKey(orderId, file))?.catch(() => undefined)
}

async function fetchBytes(
  orderId: string,
  file: OrderFile,
  onProgress: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const { url, bytes: sizeInBytes } = file.download
  const parts = openFileParts(getFetchKey(orderId, file))
  try {
    if (url) return await downloadFile(url, { sizeInBytes, onProgress, parts, signal })
  } catch (error) {
    if (!isLinkExpired(error)) throw error
  }
  const renewed = listFiles(await fetchItems(orderId, signal)).find((each) => each.key === file.key)
  if (!renewed) throw new ApiError('NotFound', errorStatus.NotFound)
  const { url: renewedUrl, bytes } = renewed.download
  return downloadFile(renewedUrl, { sizeInBytes: bytes, onProgress, parts, signal })
}

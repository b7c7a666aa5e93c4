import { errorStatus } from '../../../contract/errors.ts'
import { ApiError, isApiError } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { partsOf } from '../../lib/memory/file-parts.ts'
import { filesOf, type OrderFile } from './files.ts'
import { fetchItems } from './use-order.ts'

const linkIsOld = (error: unknown) =>
  isApiError(error, 'LinkExpired', 'Forbidden', 'NotFound', 'TokenExpired', 'TokenInvalid')

/** The bytes of a file, with those that an earlier visit was left with; an expired link, or one that was not kept, is renewed once, and nothing is paid again. */
export async function fetchFile(
  orderId: string,
  file: OrderFile,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const { url, bytes: sizeInBytes } = file.download
  const parts = partsOf(`${orderId}/${file.key}`)
  try {
    if (url) return await downloadFile(url, { sizeInBytes, onProgress, parts })
  } catch (error) {
    if (!linkIsOld(error)) throw error
  }
  const renewed = filesOf(await fetchItems(orderId)).find((each) => each.key === file.key)
  if (!renewed) throw new ApiError('NotFound', errorStatus.NotFound)
  return downloadFile(renewed.download.url, { sizeInBytes: renewed.download.bytes, onProgress, parts })
}

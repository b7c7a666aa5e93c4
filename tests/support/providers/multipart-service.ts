import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A multipart upload that was begun and neither completed nor aborted. */
export interface MultipartUpload {
  readonly key: string
  readonly uploadId: string
  readonly initiated: Date
}

export interface MultipartService {
  readonly bucket: string
  readonly url: string
  /** Method and address of each request. */
  readonly requests: readonly string[]
  /** Uploads that were not aborted. */
  listUploads(): readonly MultipartUpload[]
  close(): Promise<void>
}

/**
 * Starts a fake S3 with `ListMultipartUploads`, one upload a page, and `AbortMultipartUpload`, which s3rver lacks.
 *
 * @param uploads in the order of their keys and ids
 * @param endedIds ids of uploads that are listed, but end before they can be aborted
 */
export async function openMultipartService(
  uploads: readonly MultipartUpload[],
  endedIds: readonly string[] = [],
): Promise<MultipartService> {
  const bucket = 'race'
  const requests: string[] = []
  let open = [...uploads]

  const list = (query: URLSearchParams): string => {
    const matching = open.filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
    const marker = `${query.get('key-marker') ?? ''}\n${query.get('upload-id-marker') ?? ''}`
    const [page, ...others] = matching.filter(({ key, uploadId }) => `${key}\n${uploadId}` > marker)
    const upload = page && [
      `<Upload><Key>${page.key}</Key><UploadId>${page.uploadId}</UploadId>`,
      `<Initiated>${page.initiated.toISOString()}</Initiated></Upload>`,
      `<NextKeyMarker>${page.key}</NextKeyMarker><NextUploadIdMarker>${page.uploadId}</NextUploadIdMarker>`,
    ]
    const isTruncated = `<IsTruncated>${others.length > 0}</IsTruncated>`
    const parts = [`<Bucket>${bucket}</Bucket>`, isTruncated, ...(upload ?? [])]
    return `<ListMultipartUploadsResult>${parts.join('')}</ListMultipartUploadsResult>`
  }

  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request
    requests.push(`${method} ${url}`)
    const { pathname, searchParams } = new URL(url, 'http://bucket.test')
    const answer = (status: number, xml = '') =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
    if (method === 'GET' && pathname.replace(/\/$/, '') === `/${bucket}` && searchParams.has('uploads')) {
      answer(200, list(searchParams))
      return
    }
    const uploadId = searchParams.get('uploadId') ?? ''
    const aborted = open.find((each) => each.uploadId === uploadId && pathname === `/${bucket}/${each.key}`)
    if (method !== 'DELETE' || !aborted || endedIds.includes(uploadId)) {
      answer(404, '<Error><Code>NoSuchUpload</Code><Message>It has ended.</Message></Error>')
      return
    }
    open = open.filter((each) => each !== aborted)
    answer(204)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    bucket,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    listUploads: () => open,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

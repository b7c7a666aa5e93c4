import { compress } from '../../../src/features/selfie/upload/shrink-on-page.ts'

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  compress(data).then(
    (picture) => self.postMessage(picture),
    (error: unknown) => self.postMessage(error instanceof Error ? error.message : 'failed'),
  )
})

import { sha256 } from '../../platform/ids.ts'
import type { AnalysedPhoto, PhotoAnalyser } from '../photos/index.ts'

/** Wraps an analyser so that faces and numbers in the same bytes are detected once; later calls only render the pictures. */
export function cacheRecognitionResults(analyser: PhotoAnalyser): PhotoAnalyser {
  const findings = new Map<string, Pick<AnalysedPhoto, 'faces' | 'bibs'>>()
  return {
    close: () => analyser.close(),
    hashPicture: (bytes) => analyser.hashPicture(bytes),
    analyse: async (bytes, options) => {
      // Findings without face embeddings must not be reused for a tenant that searches faces, nor the reverse.
      const hash = `${sha256(bytes)} ${options.readFaces ?? true} ${options.faceModel}`
      const known = findings.get(hash)
      const photo = await analyser.analyse(bytes, { ...options, ...(known && { known }) })
      findings.set(hash, { faces: photo.faces, bibs: photo.bibs })
      return photo
    },
  }
}

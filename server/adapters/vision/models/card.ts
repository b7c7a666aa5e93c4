import * as z from 'zod/mini'

/** A point in a picture, in pixels: x to the right, y down. */
const CardPoint = z.tuple([z.number(), z.number()])

/** Where the file of a model is from. `package`: a dependency of the project, from whose weights the network is built. */
const Source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('package'), name: z.string(), file: z.string(), sizeInBytes: z.int() }),
  z.object({ type: z.literal('download'), url: z.url(), sizeInBytes: z.int() }),
])

const Licence = z.object({
  /** SPDX id. */
  name: z.string(),
  url: z.url(),
  /** Facts that an operator should know before using the model, e.g. its training data. */
  note: z.string(),
})

const common = {
  /** Name for commands and stored embeddings; never reused for other weights. */
  id: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  title: z.string(),
  source: Source,
  /** SHA-256 of the source file, lower-case hex. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  licence: Licence,
}

/**
 * Describes the values of the network's input. `bytes`: rows of pixels, normalized inside of the network. `planes`: one plane
 * of floats for each channel, `(byte - mean) / deviation`.
 */
const Pixels = z.discriminatedUnion('layout', [
  z.object({ layout: z.literal('bytes') }),
  z.object({
    layout: z.literal('planes'),
    channels: z.enum(['rgb', 'bgr']),
    mean: z.tuple([z.number(), z.number(), z.number()]),
    deviation: z.tuple([z.number(), z.number(), z.number()]),
  }),
])
export type Pixels = z.infer<typeof Pixels>

/** Describes a network that finds faces. */
export const DetectorCard = z.object({
  ...common,
  kind: z.literal('detector'),
  pixels: Pixels,
  /** Form of the outputs. `ssd`: boxes relative to anchors. `yunet`: boxes and five points relative to a grid. */
  output: z.enum(['ssd', 'yunet']),
  photo: z.object({
    /** Long sides of the input in pixels: a large one for small faces, a small one for faces that fill the photo. */
    sidesInPixels: z.array(z.int()),
    /** 0 to 1. */
    minScore: z.number(),
  }),
  selfie: z.object({
    sidesInPixels: z.array(z.int()),
    minScore: z.number(),
    /** Separates an unclear face from no face. */
    minDoubtfulScore: z.number(),
  }),
})
export type DetectorCard = z.infer<typeof DetectorCard>

/** A distance between embeddings of length 1.4, and the measured share of pairs of different people below it. */
const Threshold = z.object({ distance: z.number(), falseMatchRate: z.number() })

/** Describes a network that computes the embedding of an aligned face. */
export const EmbedderCard = z.object({
  ...common,
  kind: z.literal('embedder'),
  sideInPixels: z.int(),
  pixels: Pixels,
  /** Number of faces of one run. */
  facesPerRun: z.int(),
  /** Whether the embedding is the mean of the face and its mirror image. */
  isFlipAveraged: z.boolean(),
  /** Numbers of an embedding. */
  dimension: z.literal([128, 256, 512]),
  /** How embeddings are compared, after scaling to the same length. */
  distance: z.literal('euclidean'),
  alignment: z.object({
    /** Left eye, right eye, nose, left and right corner of the mouth, as seen in the picture. */
    fivePoints: z.array(CardPoint).check(z.length(5)),
    /**
     * Some of the 68 points of the landmark network and their positions, for detectors that give no points. Absent: the five
     * points are derived from the 68.
     */
    landmarks: z.optional(z.object({ indexes: z.array(z.int()), points: z.array(CardPoint) })),
  }),
  thresholds: z.object({
    /** Beyond doubt: averaged with the selfie, and decides on the bib of the runner. */
    strong: Threshold,
    sure: Threshold,
    maybe: Threshold,
    /** With the start number of the runner. */
    sameBib: Threshold,
    /** Sure matches of faces below 32 px. */
    smallFace: Threshold,
    /** Distance at which two faces are as likely one person as two. */
    evenOdds: z.number(),
    /** Distance up to which other people are the measure of `crowdShares`. */
    crowd: Threshold,
    /** Largest shares of the distance of other people: of faces beyond doubt, sure and possible ones. */
    crowdShares: z.object({ strong: z.number(), sure: z.number(), maybe: z.number() }),
  }),
  /** States on which pairs the false match rates were measured. */
  measuredOn: z.string(),
})
export type EmbedderCard = z.infer<typeof EmbedderCard>

export type ModelCard = DetectorCard | EmbedderCard

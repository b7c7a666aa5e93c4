import { Buffer, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { listEncodings } from './text/alphabets.ts'
import { decodeAs } from './text/decode-as.ts'
import { scoreLetters } from './text/score-letters.ts'

/**
 * Encodings of file names on old memory cards, and in archives made on Windows, DOS, a Mac or an old Linux. The costs make rare
 * ones win only when several letters speak for them.
 */
const priors: Readonly<Record<string, number>> = {
  'windows-1251': 0,
  cp866: 0.3,
  'windows-1252': 0.6,
  'koi8-r': 2.5,
  'windows-1250': 2.5,
  cp850: 2.5,
  cp852: 3,
  maccyrillic: 3,
  macintosh: 3,
  'windows-1254': 3,
  cp437: 3.5,
}
const encodings = listEncodings.filter(({ name }) => name in priors)
/** Cost of a fault of `countImplausibleParts`, in the unit of `scoreLetters`. */
const faultCost = 3

/**
 * Returns a file name as text. Bytes that are not UTF-8 are decoded by the encoding that gives the most plausible words: of
 * frequent letters, without symbols, without capitals inside, and each word in one alphabet.
 */
export function decodeFileName(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return Buffer.from(bytes).toString('utf8')
  const [best] = encodings
    .map((encoding) => {
      const text = decodeAs(bytes, encoding.name)
      const letters = scoreLetters(text, encoding, priors[encoding.name] ?? 0)
      return { text, score: letters + faultCost * countImplausibleParts(text) }
    })
    .toSorted((one, other) => one.score - other.score)
  return (best?.text ?? '').replace(/\p{C}/gu, '_')
}

function countImplausibleParts(text: string): number {
  const symbols = text.match(/[^\p{L}\p{M}\x20-\x7e№«»–—°]|(?<=\p{L})№/gu)?.length ?? 0
  const words = text.match(/\p{L}+/gu) ?? []
  const isMixed = (word: string) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word)
  return symbols + words.filter((word) => isMixed(word) || /\p{Ll}\p{Lu}/u.test(word)).length
}

/** Symbolic links with readable names, for files whose own names cannot be passed on as text. */
export interface NameLinks {
  /**
   * Returns a path that leads to a file or folder.
   *
   * @param name unique in its folder; links to files of one folder are in one folder
   */
  linkTo(folder: string, bytes: Uint8Array, name: string): Promise<string>
  /** Removes all links. */
  remove(): Promise<void>
}

/** Creates links in a temporary folder, which is made for the first link. */
export function createNameLinks(): NameLinks {
  let root: Promise<string> | undefined
  return {
    linkTo: async (folder, bytes, name) => {
      root ??= mkdtemp(join(tmpdir(), 'photofinish-names-'))
      const target = resolve(folder)
      const links = join(await root, createHash('sha256').update(target).digest('hex').slice(0, 16))
      await mkdir(links, { recursive: true })
      const path = join(links, name)
      await symlink(Buffer.concat([Buffer.from(target + sep), bytes]), path).catch((error: unknown) => {
        const alreadyExists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
        if (!alreadyExists) throw error
      })
      return path
    },
    remove: async () => {
      if (root) await rm(await root, { recursive: true, force: true })
    },
  }
}

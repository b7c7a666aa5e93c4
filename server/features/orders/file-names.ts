import type { Language } from '../../../contract/common.ts'
import { cutText } from '../../platform/cut-text.ts'
import { getIntl, loadCatalogue } from '../../platform/language/catalogue.ts'
import type messages from './messages.ru.json'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Limits a name with its extension, in UTF-16 code units. */
const maxLength = 120
/** In bytes of UTF-8: file systems of Linux take 255, of which a number needs some. */
const maxBytes = 240

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'image/heif': '.heif',
  'image/avif': '.avif',
  'image/tiff': '.tif',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
}

/** Data for the name of a file. */
export interface FileSubject {
  readonly kind: 'photo' | 'framed' | 'video'
  /** For a video. */
  readonly title?: string
  /** Title of the place on the course; null when it is unknown. */
  readonly point: string | null
  readonly takenOn: Date | null
  /** IANA name of the event's time zone. */
  readonly timeZone: string
  /** MIME type of the bytes: the extension follows from it. */
  readonly contentType: string
  /** Name of the stored file; its extension is used for types that are not listed here. */
  readonly storedName: string
}

/**
 * Returns a title from the point and the local time of the event, e.g. `Финиш, 18:52`; from one of them when the other is
 * unknown, and from the kind when both are.
 */
export function buildFileTitle(subject: FileSubject, language: Language): string {
  const { kind, title, point, takenOn, timeZone } = subject
  const format = getFormatter(language)
  const timeText =
    takenOn &&
    getIntl(language).formatTime(takenOn, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const knownParts =
    kind === 'video' ? [title] : [point?.trim() || (timeText ? format('photo') : ''), timeText]
  const name = knownParts.filter(Boolean).join(', ') || format(kind === 'video' ? 'video' : 'photo')
  return kind === 'framed' ? format('framed', { name }) : name
}

/** Returns a title with the extension of the file's type; make it unique with `createFileNamer`. */
export function buildFileName(title: string, subject: FileSubject): string {
  const { contentType, storedName } = subject
  // On Windows a colon denotes an alternate data stream.
  return `${title.replaceAll(':', '-')}${extensions[contentType] ?? getExtension(storedName)}`
}

const getExtension = (name: string) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? ''

/** Names that Windows reserves, also before an extension: `con`, `con.old.jpg`. */
const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i

/** Returns a name for a file with others in a folder. */
export type FileNamer = (desiredName: string) => string

/**
 * Creates names for the files of one folder that are safe in every file system and differ, ignoring case. Duplicates are
 * numbered: `Финиш, 18-52 (2).jpg`.
 */
export function createFileNamer(): FileNamer {
  const usedNames = new Set<string>()
  const counts = new Map<string, number>()
  return (desiredName) => {
    const { stem, extension } = splitSafeName(desiredName)
    const first = `${stem}${extension}`
    let name = first
    let count = counts.get(toKey(first)) ?? 1
    for (; usedNames.has(toKey(name)); name = `${stem} (${count})${extension}`) count++
    counts.set(toKey(first), count)
    usedNames.add(toKey(name))
    return name
  }
}

/** File systems compare names without case, some with `ß` and `ss` alike. */
const toKey = (name: string) => name.toUpperCase().toLowerCase()

function splitSafeName(desiredName: string): { stem: string; extension: string } {
  const cleaned = desiredName
    // Control characters, bidirectional marks, halves of surrogate pairs, and characters reserved by file systems.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
    .normalize('NFC')
  const trimmed = trimDots(cleaned)
  const extension = /(?<=[^])\.[\p{L}\p{N}]{1,10}$/u.exec(trimmed)?.[0] ?? ''
  const fullStem = trimDots(trimmed.slice(0, trimmed.length - extension.length))
  const maxStemLength = maxLength - extension.length
  const stem = trimDots(cutText(fullStem, maxStemLength, maxBytes - Buffer.byteLength(extension))) || 'file'
  return { stem: reservedName.test(stem) ? `_${stem}` : stem, extension }
}

/** Removes what file systems drop or hide: spaces and points at the ends. */
const trimDots = (name: string) => name.replace(/^[.\s]+/, '').replace(/(?<![.\s])[.\s]+$/, '')

import type { Language } from '../../../contract/common.ts'
import { createCatalogue, intlFor } from '../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const sayIn = createCatalogue({ ru, en, es })

/** Limits a name with its extension, in UTF-16 code units. */
const lengthAtMost = 120

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
export function fileTitle(subject: FileSubject, language: Language): string {
  const { kind, title, point, takenOn, timeZone } = subject
  const say = sayIn(language)
  const clock =
    takenOn &&
    intlFor(language).formatTime(takenOn, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const known = kind === 'video' ? [title] : [point?.trim() || (clock ? say('photo') : ''), clock]
  const name = known.filter(Boolean).join(', ') || say(kind === 'video' ? 'video' : 'photo')
  return kind === 'framed' ? say('framed', { name }) : name
}

/** Returns a title with the extension of the file's type; make it unique with `uniqueFileName`. */
export function wantedFileName(title: string, subject: FileSubject): string {
  const { contentType, storedName } = subject
  // On Windows a colon denotes an alternate data stream.
  return `${title.replaceAll(':', '-')}${extensions[contentType] ?? getExtension(storedName)}`
}

const getExtension = (name: string) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? ''

/**
 * Returns a name that is safe in every file system and differs from those already taken, ignoring case. Duplicates are
 * numbered: `Финиш, 18-52 (2).jpg`.
 *
 * @param taken lower-case names of the same folder; the new one is added
 */
export function uniqueFileName(wanted: string, taken: Set<string>): string {
  const cleaned = wanted
    .normalize('NFC')
    // Control characters, bidirectional marks, and characters reserved by file systems.
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dot = cleaned.lastIndexOf('.')
  const extension = dot > 0 ? cleaned.slice(dot).slice(0, lengthAtMost) : ''
  const longest = lengthAtMost - extension.length
  const stem = (dot > 0 ? cleaned.slice(0, dot) : cleaned).slice(0, longest).trimEnd() || 'file'
  const safeStem = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? `_${stem}` : stem
  let name = `${safeStem}${extension}`
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${safeStem} (${number})${extension}`
  taken.add(name.toLowerCase())
  return name
}

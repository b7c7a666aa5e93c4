import { deflateSync } from 'node:zlib'
import type { TrueType } from './true-type.ts'

/** Describes a paragraph, whose lines are wrapped. */
export interface Block {
  readonly kind: 'title' | 'heading' | 'text' | 'item'
  readonly text: string
}

/** One language of a document; starts on a new page. */
export interface Part {
  readonly language: string
  readonly blocks: readonly Block[]
}

interface TextStyle {
  readonly font: 'text' | 'bold'
  /** Points, as all lengths here. */
  readonly size: number
  readonly leading: number
  readonly before: number
  readonly indent: number
}

const textStyles: Record<Block['kind'], TextStyle> = {
  title: { font: 'bold', size: 22, leading: 27, before: 0, indent: 0 },
  heading: { font: 'bold', size: 13, leading: 18, before: 14, indent: 0 },
  text: { font: 'text', size: 10.5, leading: 15.5, before: 5, indent: 0 },
  item: { font: 'text', size: 10.5, leading: 15.5, before: 3, indent: 14 },
}

/** A4. */
const page = { width: 595.28, height: 841.89, margin: 57, foot: 30 }

interface Fonts {
  readonly text: TrueType
  readonly bold: TrueType
}

/**
 * Writes a PDF (1.7, ISO 32000-1) of plain paragraphs with searchable, copyable and accessible text: fonts are embedded, and
 * each part states its language.
 */
export function writePdf(document: {
  title: string
  author: string
  language: string
  /** Footer of each page, before its number. */
  foot: string
  parts: readonly Part[]
  fonts: Fonts
}): Buffer {
  const { fonts, parts } = document
  const file = new PdfFile()
  const usedGlyphs = { text: new Map<number, number>(), bold: new Map<number, number>() }
  const encodeText = (font: 'text' | 'bold', text: string) => toGlyphHex(fonts[font], usedGlyphs[font], text)

  const pageLayouts = parts.flatMap((part) => layOutPart(part, fonts))
  const pagesId = file.reserve()
  const fontIds = { text: file.reserve(), bold: file.reserve() }
  const pageIds = pageLayouts.map(({ language, lines }, index) => {
    const footer = `${document.foot} · ${index + 1} / ${pageLayouts.length}`
    const operators = [
      `/Span <</Lang (${language})>> BDC`,
      ...lines.map(({ font, size, x, y, text }) => renderLine(font, size, x, y, encodeText(font, text))),
      'EMC',
      renderLine('text', 8.5, page.margin, page.foot, encodeText('text', footer)),
    ]
    const content = file.addStream(Buffer.from(operators.join('\n')))
    return file.add(
      `<</Type /Page /Parent ${pagesId} 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${content} 0 R ` +
        `/Resources <</Font <</text ${fontIds.text} 0 R /bold ${fontIds.bold} 0 R>>>>>>`,
    )
  })
  file.set(
    pagesId,
    `<</Type /Pages /Count ${pageIds.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}]>>`,
  )
  for (const name of ['text', 'bold'] as const) embedFont(file, fontIds[name], fonts[name], usedGlyphs[name])
  const info = file.add(`<</Title ${toPdfText(document.title)} /Author ${toPdfText(document.author)}>>`)
  const root = file.add(
    `<</Type /Catalog /Pages ${pagesId} 0 R /Lang (${document.language}) /ViewerPreferences <</DisplayDocTitle true>>>>`,
  )
  return file.end(root, info)
}

interface Line {
  readonly font: 'text' | 'bold'
  readonly size: number
  readonly x: number
  readonly y: number
  readonly text: string
}

function layOutPart({ language, blocks }: Part, fonts: Fonts): { language: string; lines: Line[] }[] {
  const pageLayouts: { language: string; lines: Line[] }[] = [{ language, lines: [] }]
  let y = page.height - page.margin
  for (const { kind, text } of blocks) {
    const { font, size, leading, before, indent } = textStyles[kind]
    const lines = breakLines(fonts[font], text, size, page.width - 2 * page.margin - indent)
    // A heading must not be the last line of a page.
    const neededHeight = kind === 'heading' ? 3 * leading : Math.min(lines.length, 2) * leading
    if (y - before - neededHeight < page.margin) {
      pageLayouts.push({ language, lines: [] })
      y = page.height - page.margin
    } else y -= before
    for (const [index, line] of lines.entries()) {
      if (y - leading < page.margin) {
        pageLayouts.push({ language, lines: [] })
        y = page.height - page.margin
      }
      y -= leading
      const sheet = pageLayouts.at(-1)?.lines
      if (kind === 'item' && index === 0) sheet?.push({ font, size, x: page.margin, y, text: '–' })
      sheet?.push({ font, size, x: page.margin + indent, y, text: line })
    }
  }
  return pageLayouts
}

function breakLines(font: TrueType, text: string, size: number, width: number): string[] {
  const measureWidth = (line: string) =>
    (Array.from(line).reduce(
      (sum, letter) => sum + font.readAdvance(font.findGlyph(letter.codePointAt(0) ?? 0)),
      0,
    ) *
      size) /
    font.unitsPerEm
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const candidate = line === '' ? word : `${line} ${word}`
    if (line !== '' && measureWidth(candidate) > width) {
      lines.push(line)
      line = word
    } else line = candidate
  }
  return [...lines, line]
}

const renderLine = (font: string, size: number, x: number, y: number, hex: string) =>
  `BT /${font} ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td <${hex}> Tj ET`

/** Returns glyph numbers of a text as hex, and records the code point of each glyph. */
function toGlyphHex(font: TrueType, usedGlyphs: Map<number, number>, text: string): string {
  return Array.from(text)
    .map((letter) => {
      const codePoint = letter.codePointAt(0) ?? 0
      const glyph = font.findGlyph(codePoint)
      usedGlyphs.set(glyph, codePoint)
      return toHex4(glyph)
    })
    .join('')
}

const toHex4 = (number: number) => number.toString(16).padStart(4, '0')

/** Returns a text string with its byte order mark (7.9.2.2). */
const toPdfText = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** Embeds a composite font by glyph numbers (9.7), with a reverse map to code points for searching and copying. */
function embedFont(file: PdfFile, id: number, font: TrueType, usedGlyphs: ReadonlyMap<number, number>): void {
  const toThousandths = (units: number) => Math.round((units * 1000) / font.unitsPerEm)
  const name = `/PF${id}+Onest`
  const fontFile = file.addStream(Buffer.from(font.bytes), ` /Length1 ${font.bytes.length}`)
  const descriptor = file.add(
    `<</Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${font.box.map(toThousandths).join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${toThousandths(font.ascent)} /Descent ${toThousandths(font.descent)} /CapHeight 700 /StemV 80 /FontFile2 ${fontFile} 0 R>>`,
  )
  const widths = [...usedGlyphs.keys()]
    .sort((a, b) => a - b)
    .map((glyph) => `${glyph} [${toThousandths(font.readAdvance(glyph))}]`)
  const descendant = file.add(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> ` +
      `/FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 1000 /W [${widths.join(' ')}]>>`,
  )
  const unicodeMap = file.addStream(Buffer.from(buildUnicodeMap(usedGlyphs)))
  file.set(
    id,
    `<</Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicodeMap} 0 R>>`,
  )
}

const mappingsPerBlock = 100

function buildUnicodeMap(usedGlyphs: ReadonlyMap<number, number>): string {
  const all = [...usedGlyphs].map(([glyph, codePoint]) => `<${toHex4(glyph)}> <${toHex4(codePoint)}>`)
  const groups = Array.from({ length: Math.ceil(all.length / mappingsPerBlock) }, (_, index) =>
    all.slice(index * mappingsPerBlock, (index + 1) * mappingsPerBlock),
  )
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Letters def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...groups.map((group) => `${group.length} beginbfchar\n${group.join('\n')}\nendbfchar`),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

/** Writes numbered objects and the cross-reference table with their offsets (7.5). */
class PdfFile {
  readonly #objects: (Buffer | undefined)[] = []

  reserve(): number {
    return this.#objects.push(undefined)
  }

  set(id: number, content: string | Buffer): void {
    this.#objects[id - 1] = Buffer.from(content)
  }

  add(content: string | Buffer): number {
    const id = this.reserve()
    this.set(id, content)
    return id
  }

  addStream(bytes: Buffer, extraEntries = ''): number {
    const compressed = deflateSync(bytes)
    const header = `<</Filter /FlateDecode /Length ${compressed.length}${extraEntries}>>\nstream\n`
    return this.add(Buffer.concat([Buffer.from(header), compressed, Buffer.from('\nendstream')]))
  }

  end(root: number, info: number): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
    let length = parts[0]?.length ?? 0
    const offsets = this.#objects.map((object, index) => {
      const start = length
      const part = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        object ?? Buffer.from('null'),
        Buffer.from('\nendobj\n'),
      ])
      parts.push(part)
      length += part.length
      return start
    })
    const rows = offsets.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
    const size = offsets.length + 1
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
    const trailer = `trailer\n<</Size ${size} /Root ${root} 0 R /Info ${info} 0 R>>\nstartxref\n${length}\n%%EOF\n`
    return Buffer.concat([...parts, Buffer.from(table + trailer)])
  }
}

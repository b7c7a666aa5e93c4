/** Represents a parsed JSON text with the line numbers of its values. */
export interface JsonText {
  readonly value: unknown
  /** Returns the line, from 1, of the value at a path, or of its nearest parent. */
  findLine(path: readonly PropertyKey[]): number
}

/** Thrown for invalid JSON, with its line. */
export class JsonInvalid extends Error {
  readonly line: number

  constructor(reason: string, line: number) {
    super(reason)
    this.line = line
  }
}

const toPathKey = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String))

/**
 * Parses JSON (RFC 8259) like `JSON.parse`, with line numbers for messages to authors.
 *
 * @throws JsonBroken at the first place that is not JSON, or at a duplicate field
 */
export function readJson(text: string): JsonText {
  const reader = new Reader(text)
  const value = reader.parse()
  return {
    value,
    findLine: (path) => {
      for (let length = path.length; length >= 0; length--) {
        const line = reader.lines.get(toPathKey(path.slice(0, length)))
        if (line !== undefined) return line
      }
      return 1
    },
  }
}

const scalarPattern = /(?:-?\d[\d.eE+-]*|true|false|null)/y
const stringPattern = /"(?:[^"\\\n]|\\.)*"/y
const blankPattern = /[ \t\r\n]*/y

class Reader {
  readonly lines = new Map<string, number>()
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, '')
  }

  parse(): unknown {
    const value = this.#value([])
    this.#skip()
    if (this.#at < this.#text.length) this.#fail('something follows the end')
    return value
  }

  #value(path: readonly string[]): unknown {
    this.#skip()
    this.lines.set(toPathKey(path), this.#line())
    const next = this.#text[this.#at]
    if (next === '{') return this.#object(path)
    if (next === '[') return this.#array(path)
    if (next === '"') return this.#string()
    return this.#parsed(this.#match(scalarPattern) ?? this.#fail('a value is missing'))
  }

  #object(path: readonly string[]): unknown {
    const found: [string, unknown][] = []
    this.#list('}', () => {
      this.#skip()
      if (this.#text[this.#at] !== '"') this.#fail('a field name in double quotes is missing')
      const name = this.#string()
      if (found.some(([otherName]) => otherName === name)) this.#fail(`"${name}" is written twice`)
      this.#skip()
      if (this.#text[this.#at] !== ':') this.#fail(`a colon after "${name}" is missing`)
      this.#at++
      found.push([name, this.#value([...path, name])])
    })
    return Object.fromEntries(found)
  }

  #array(path: readonly string[]): unknown {
    const found: unknown[] = []
    this.#list(']', () => found.push(this.#value([...path, String(found.length)])))
    return found
  }

  #list(end: string, item: () => void): void {
    this.#at++
    this.#skip()
    if (this.#text[this.#at] === end) {
      this.#at++
      return
    }
    for (;;) {
      item()
      this.#skip()
      const next = this.#text[this.#at]
      if (next !== ',' && next !== end) this.#fail(`a comma or ${end} is missing`)
      this.#at++
      if (next === end) return
    }
  }

  #string(): string {
    return this.#parsed(this.#match(stringPattern) ?? this.#fail('a text is not closed')) as string
  }

  #parsed(part: string): unknown {
    try {
      return JSON.parse(part)
    } catch {
      return this.#fail(`${part} is no value`)
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  #skip(): void {
    this.#match(blankPattern)
  }

  #line(): number {
    let line = 1
    for (let index = 0; index < this.#at; index++) if (this.#text[index] === '\n') line++
    return line
  }

  #fail(reason: string): never {
    throw new JsonInvalid(reason, this.#line())
  }
}

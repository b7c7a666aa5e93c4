/** The used subset of the standard, which TypeScript only includes with the browser types. */
declare namespace WebAssembly {
  class Memory {
    constructor(options: { initial: number; maximum: number; shared: true })
    readonly buffer: SharedArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
    static exports(module: Module): { name: string; kind: string }[]
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
}

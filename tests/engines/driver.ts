/** One open browser window of an engine: the few things that its two implementations do differently. */
export interface Driver {
  /** Opens an address; resolves also where the network refuses it. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  address(): Promise<string>
  /** Evaluates source text in the page, past its content security policy. */
  load(source: string): Promise<void>
  /** Calls a function in the page; it may use nothing but its arguments, which are JSON. */
  call<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** The element that a function finds in the page. */
  element<Args extends unknown[]>(
    find: (...args: Args) => Element | undefined,
    ...args: Args
  ): Promise<Handle | undefined>
  /** @returns a PNG of what is visible */
  screenshot(): Promise<Buffer>
  /** Ends the browser as its user would; the profile is complete afterwards. */
  close(): Promise<void>
}

/** An element of the page that is open. */
export interface Handle {
  /** Presses its centre with the mouse. */
  click(): Promise<void>
  type(text: string): Promise<void>
  /** Gives files to an `<input type=file>`. */
  upload(path: string): Promise<void>
  call<Args extends unknown[], Result>(
    work: (element: HTMLElement, ...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
}

export interface DriverSettings {
  /** Cookies, storage and caches; opening it again continues where the browser was closed. */
  readonly profile: string
  /** Where files are saved without a question. */
  readonly downloads: string
  readonly width: number
  readonly height: number
  readonly language: string
  /** Runs in each page before its own code. */
  readonly script: string
  /** Receives each error and warning of the console as one line. */
  readonly complain: (line: string) => void
}

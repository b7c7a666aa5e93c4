/** One browser window of an engine, with the operations that differ between the two implementations. */
export interface Driver {
  /** Opens an address; resolves also when the connection is refused. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  address(): Promise<string>
  /** Evaluates source text in the page, bypassing its CSP. */
  load(source: string): Promise<void>
  /** Calls a function in the page. It may use only its arguments, which must be JSON values. */
  call<Args extends unknown[], Result>(
    pageFunction: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Returns the element that a function finds in the page. */
  element<Args extends unknown[]>(
    find: (...args: Args) => Element | undefined,
    ...args: Args
  ): Promise<Handle | undefined>
  /** @returns a PNG of what is visible */
  screenshot(): Promise<Buffer>
  /** Closes the browser normally; the profile is complete afterwards. */
  close(): Promise<void>
}

/** An element of the open page. */
export interface Handle {
  /** Clicks its center with the mouse. */
  click(): Promise<void>
  type(text: string): Promise<void>
  /** Sets the files of an `<input type=file>`. */
  upload(path: string): Promise<void>
  call<Args extends unknown[], Result>(
    pageFunction: (element: HTMLElement, ...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
}

export interface DriverSettings {
  /** Folder of cookies, storage and caches; reopening it restores the state. */
  readonly profile: string
  /** Folder where downloads are saved without a prompt. */
  readonly downloads: string
  readonly width: number
  readonly height: number
  readonly language: string
  /** Source text that runs in each page before the page's code. */
  readonly script: string
  /** Receives each error and warning of the console as one line. */
  readonly onConsoleMessage: (line: string) => void
}

/** Describes a response that does not come from the server. */
export interface MadeUp {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** Whether it imitates a response of the server. */
  readonly isOfServer?: true
}

const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

const portalPage = `<!doctype html><html><head><title>Free Wi-Fi</title></head>
<body><h1>Welcome to the stadium's Wi-Fi</h1><form action="/sign-in"><button>Accept and go online</button></form></body></html>
`

/** Returns the response of a captive portal. */
export function portalAnswer(status: 200 | 302 | 511): MadeUp {
  if (status === 302)
    return { status, headers: { ...html, location: 'http://captive.portal.invalid/sign-in' }, body: '' }
  return { status, headers: html, body: portalPage }
}

const reasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** Returns the error page of a proxy without a backend. */
export function proxyPage(status: 502 | 503 | 504): MadeUp {
  const title = `${status} ${reasons[status]}`
  return {
    status,
    headers: html,
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr></body></html>\n`,
  }
}

/** Returns an error response in the server's own format. */
export function problem(status: number, code: string, retryAfterInSeconds?: number): MadeUp {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) }),
    },
    body: JSON.stringify({ type: 'about:blank', title: code, status, code }),
    isOfServer: true,
  }
}

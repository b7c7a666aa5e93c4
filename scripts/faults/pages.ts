/** Describes a response that does not come from the server. */
export interface FakeResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** Whether it imitates a response of the server. */
  readonly isServerFormat?: true
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

const portalPage = `<!doctype html><html><head><title>Free Wi-Fi</title></head>
<body><h1>Welcome to the stadium's Wi-Fi</h1><form action="/sign-in"><button>Accept and go online</button></form></body></html>
`

/** Returns the response of a captive portal. */
export function createPortalResponse(status: 200 | 302 | 511): FakeResponse {
  if (status === 302)
    return {
      status,
      headers: { ...htmlHeaders, location: 'http://captive.portal.invalid/sign-in' },
      body: '',
    }
  return { status, headers: htmlHeaders, body: portalPage }
}

const reasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** Returns the error page of a proxy without a backend. */
export function createProxyErrorPage(status: 502 | 503 | 504): FakeResponse {
  const title = `${status} ${reasons[status]}`
  return {
    status,
    headers: htmlHeaders,
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr></body></html>\n`,
  }
}

/** Returns an error response in the server's own format. */
export function createProblemResponse(
  status: number,
  code: string,
  retryAfterInSeconds?: number,
): FakeResponse {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) }),
    },
    body: JSON.stringify({ type: 'about:blank', title: code, status, code }),
    isServerFormat: true,
  }
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrapSource } from '../../server/features/storefront/bootstrap-inline.ts'
import { openServedPages, type ServedPages } from '../support/server/served-pages.ts'

let pages: ServedPages

beforeAll(async () => {
  pages = await openServedPages({
    one: {},
    counted: {
      analytics: { counterId: '4242', dataLayer: true },
      feedbackWidgetUrl: 'https://feedback.example/form?of=photo',
    },
    apart: { apiBase: 'https://calls.example:8443/photos' },
    scripted: { feedbackWidgetUrl: 'https://feedback.example/widget.js?a=1&b=2' },
  })
})

afterAll(() => pages.close())

describe('the policy of a tenant', () => {
  const readDirectives = async (host: string) => {
    const { headers } = await pages.app.inject({ url: '/', headers: { host, accept: 'text/html' } })
    const policy = String(headers['content-security-policy'])
    return new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  }

  it('allows nothing from other origins unless the settings name it', async () => {
    const policy = await readDirectives('one.test')
    // allows inline styles for sizes, which load nothing
    expect(policy.get('style-src-attr')).toEqual(["'unsafe-inline'"])
    policy.delete('style-src-attr')
    const ownSources = ["'self'", "'none'", 'data:', 'blob:', bootstrapSource]
    for (const source of [...policy.values()].flat()) expect(ownSources).toContain(source)
  })

  it('allows exactly the counter and the widget of the settings', async () => {
    const policy = await readDirectives('counted.test')
    expect(policy.get('script-src')).toEqual(["'self'", bootstrapSource, 'https://mc.yandex.ru'])
    expect(policy.get('connect-src')).toEqual([
      "'self'",
      'blob:',
      'https://mc.yandex.ru',
      'https://mc.yandex.com',
    ])
    expect(policy.get('frame-src')).toEqual(['https://feedback.example'])
  })

  it('allows calls, pictures and videos of a service on another origin', async () => {
    const policy = await readDirectives('apart.test')
    const origin = 'https://calls.example:8443'
    expect(policy.get('connect-src')).toEqual(["'self'", 'blob:', origin])
    expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:', origin])
    expect(policy.get('media-src')).toEqual(["'self'", 'blob:', origin])
    expect(policy.get('script-src')).toEqual(["'self'", bootstrapSource])
  })

  it('puts a script widget into a separate sandboxed page', async () => {
    expect((await readDirectives('scripted.test')).get('frame-src')).toEqual(["'self'"])
    expect((await readDirectives('scripted.test')).get('script-src')).toEqual(["'self'", bootstrapSource])
    const page = await pages.app.inject({ url: '/public/feedback', headers: { host: 'scripted.test' } })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain('sandbox allow-scripts allow-forms allow-popups;')
    expect(policy).not.toContain('allow-same-origin')
    expect(policy).toContain('script-src https://feedback.example;')
    expect(page.body).toContain('<script src="https://feedback.example/widget.js?a=1&amp;b=2">')
    for (const host of ['one.test', 'counted.test'])
      expect((await pages.app.inject({ url: '/public/feedback', headers: { host } })).statusCode).toBe(404)
  })
})

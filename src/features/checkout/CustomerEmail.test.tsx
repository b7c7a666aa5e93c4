// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '../../../contract/common.ts'
import type { Settings } from '../../../contract/settings.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { device } from '../../platform/storage/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { Agreement } from './Agreement.tsx'
import { CustomerEmail } from './CustomerEmail.tsx'
import { useForm } from './use-form.ts'

const { checkSession } = vi.hoisted(() => ({ checkSession: vi.fn(() => Promise.resolve()) }))
vi.mock('../../platform/identity/session.ts', () => ({ checkSession }))
afterAll(() => vi.doUnmock('../../platform/identity/session.ts'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  signedInUser.remove()
  checkSession.mockClear()
  vi.stubGlobal('isSecureContext', true)
  const openId = { uri: 'https://id.example', realm: 'races', clientId: 'storefront', flow: 'standard' }
  getDefaultStore().set(settingsAtom, { openId } as Settings)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = { subject: 's', email: 'user@mail.example' }

function Form() {
  const form = useForm()
  return (
    <>
      <CustomerEmail {...form.email} />
      <Agreement {...form.agreement} />
      <button type="button" onClick={() => form.validate()}>
        Pay
      </button>
    </>
  )
}

async function renderForm(path = '/order', language: Language = 'en'): Promise<HTMLInputElement> {
  history.replaceState(null, '', path)
  const catalogue = await loadCatalogue(language)
  render(
    <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
      <Form />
    </LanguageProvider>,
  )
  return screen.getByRole<HTMLInputElement>('textbox')
}

test('the checkout asks at once who is signed in, and shows the e-mail as soon as that is known', async () => {
  checkSession.mockImplementationOnce(async () => act(() => signedInUser.write(user)))
  const field = await renderForm()
  await vi.waitFor(() => expect(checkSession).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(field.value).toBe('user@mail.example'))
})

test('what the buyer has typed meanwhile stays', async () => {
  const field = await renderForm()
  fireEvent.change(field, { target: { value: 'typed@mail.example' } })
  act(() => signedInUser.write(user))
  expect(field.value).toBe('typed@mail.example')
})

test('the field shows the e-mail of the address, and that of the signed-in user before it', async () => {
  device.email.write('last@mail.example')
  expect((await renderForm('/order')).value).toBe('last@mail.example')
  cleanup()
  expect((await renderForm('/order?email=link@mail.example')).value).toBe('link@mail.example')
  cleanup()
  signedInUser.write(user)
  expect((await renderForm('/order?email=link@mail.example')).value).toBe('user@mail.example')
})

test.each<[Language, string]>([
  ['ru', 'Введите e-mail'],
  ['en', 'Enter the email'],
  ['es', 'Escribe el correo'],
])(
  'an empty e-mail is asked for at the field, which gets the focus, in %s',
  async (language, expectedText) => {
    const field = await renderForm('/order', language)
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
    expect(await screen.findByText(expectedText)).toBeTruthy()
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field])
  },
)

test.each<[Language, RegExp]>([
  ['ru', /оферт/],
  ['en', /terms|offer/i],
])(
  'without the agreement to the offer nothing is ordered: its box is asked for, in %s',
  async (language, link) => {
    const field = await renderForm('/order', language)
    fireEvent.change(field, { target: { value: 'anna@mail.example' } })
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toMatch(/offer/)
    const box = screen.getByRole('checkbox')
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
    await vi.waitFor(() => expect(document.activeElement).toBe(box))
    expect(box.getAttribute('aria-invalid')).toBe('true')
  },
)

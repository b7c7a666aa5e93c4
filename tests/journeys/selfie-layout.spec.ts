import { selfiePath } from './selfies.ts'
import { expect, test } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block' })

const agreeButton = { name: 'Принять и открыть камеру' } as const
const declineButton = { name: 'Нет, искать по номеру' } as const

for (const viewport of [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
])
  test.describe(`a phone in landscape, ${viewport.width} px wide`, () => {
    test.use({ viewport })

    test('the consent shows its title and both answers, side by side, without scrolling', async ({
      page,
    }) => {
      await page.goto(selfiePath)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      const agree = page.getByRole('button', agreeButton)
      const decline = page.getByRole('link', declineButton)
      await expect(agree).toBeInViewport({ ratio: 1 })
      await expect(decline).toBeInViewport({ ratio: 1 })
      const [agreeBox, declineBox] = [await agree.boundingBox(), await decline.boundingBox()]
      expect(declineBox?.y).toBe(agreeBox?.y)
      expect(agreeBox?.height).toBeGreaterThanOrEqual(48)
      expect(declineBox?.x).toBeGreaterThanOrEqual((agreeBox?.x ?? 0) + (agreeBox?.width ?? 0))
    })
  })

test('the offline bar replaces the title of the selfie page', async ({ page, withoutNetwork }) => {
  await page.goto(selfiePath)
  const title = page.getByText('Селфи для поиска', { exact: true })
  await expect(title).toBeVisible()
  await withoutNetwork(async () => {
    await expect(page.getByText('Нет сети. Покупки и найденные фото сохранены.')).toBeVisible()
    await expect(title).toBeHidden()
    await expect(page.getByRole('button', { name: 'Закрыть' })).toBeVisible()
  })
  await expect(title).toBeVisible()
})

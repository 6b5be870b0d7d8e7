import { expect, openStranger, test } from './fixtures'

test.use({ storageState: { cookies: [], origins: [] } })

test('the printed link signs the owner in once; a second use says how to print another', async ({ page, browser, product }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await page.goto(product.signInLink)
  await page.getByRole('button', { name: 'Sign in on this browser' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await page.context().storageState({ path: product.ownerState })

  const other = await openStranger(browser, product)
  await other.goto(product.signInLink)
  await other.getByRole('button', { name: 'Sign in on this browser' }).click()
  await expect(other.getByRole('status')).toContainText('already used or has expired')
  await expect(other.getByRole('status')).toContainText('k81r -- sign-in')
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

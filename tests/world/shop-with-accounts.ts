import { type Keycloak, openKeycloak } from './keycloak.ts'
import { openShop, type Shop } from './shop.ts'

export interface ShopWithAccounts {
  readonly shop: Shop
  /** Where the users of both tenants sign in. */
  readonly keycloak: Keycloak
  close(): Promise<void>
}

/** A shop, and beside it the server at which its buyers sign in. */
export async function openShopWithAccounts(
  wish: Omit<Parameters<typeof openShop>[0] & {}, 'signOn'> = {},
): Promise<ShopWithAccounts> {
  let shop: Shop | undefined
  const keycloak = await openKeycloak(() => shop?.ground.clock() ?? new Date())
  const { uri, realm } = keycloak
  const opened = await openShop({
    ...wish,
    signOn: { openId: { uri, realm, clientId: 'storefront', flow: 'standard' } },
  })
  shop = opened
  return {
    shop: opened,
    keycloak,
    close: async () => {
      await opened.close()
      await keycloak.close()
    },
  }
}

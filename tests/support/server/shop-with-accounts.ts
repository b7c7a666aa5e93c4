import { type Keycloak, openKeycloak } from '../providers/keycloak.ts'
import { openShop, type Shop } from './shop.ts'

export interface ShopWithAccounts {
  readonly shop: Shop
  /** Identity provider of both tenants. */
  readonly keycloak: Keycloak
  close(): Promise<void>
}

/** Opens a shop and the identity provider of its buyers. */
export async function openShopWithAccounts(
  input: Omit<Parameters<typeof openShop>[0] & {}, 'signOn'> = {},
): Promise<ShopWithAccounts> {
  let shop: Shop | undefined
  const keycloak = await openKeycloak(() => shop?.services.clock() ?? new Date())
  const { uri, realm } = keycloak
  const opened = await openShop({
    ...input,
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

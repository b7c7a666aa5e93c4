/** Names the kvStore entry with the identity token that the page stores for the service worker. Deleted at sign-out. */
export const identityTokenKey = 'identityToken'

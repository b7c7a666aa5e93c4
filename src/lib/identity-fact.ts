/** Under this name the page leaves the token of whoever is signed in for the service worker; gone when she leaves. */
export const identityFact = 'identityToken'

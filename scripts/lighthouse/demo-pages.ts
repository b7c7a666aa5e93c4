/** Event of the demo in the URLs of lighthouserc.json. */
export const demoEventId = 'default-three-bridges'

/** Order in the URLs of lighthouserc.json. */
export const demoOrderId = 'lighthouse-order'
